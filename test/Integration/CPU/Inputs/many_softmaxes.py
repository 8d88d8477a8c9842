"""Prints a program of N softmaxes, each of the result of the one before."""

import sys

count = int(sys.argv[1])
tensor = "tensor<64x1000xf32>"
print(f"func.func @many(%x0: {tensor}) -> {tensor} {{")
print(f"  %e = tensor.empty() : {tensor}")
for i in range(count):
    print(f"  %x{i + 1} = linalg.softmax dimension(1) ins(%x{i} : {tensor}) outs(%e : {tensor}) -> {tensor}")
print(f"  return %x{count} : {tensor}")
print("}")
