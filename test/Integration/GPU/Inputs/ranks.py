"""The K best elements of each row of f32 and their positions.

    ranks.py REPOSITORY softmax|scores|ties|relu ROWS LENGTH K

softmax: weights of a router that sum to one. ties: scores of a few values. relu: most scores are zero.
"""
import sys

sys.path.insert(0, sys.argv[1] + "/benchmarks/gpu")
import programs

kind, (rows, length, k) = sys.argv[2], map(int, sys.argv[3:])
b = programs.Builder(rows, length, "f32")
if kind == "softmax":
    arguments, results = programs.router(k)(b)
else:
    arguments = [("%x", "full", "f32")]
    y = arguments[0]
    if kind == "ties":
        y = b.generic([y], "full", "f32", "%c = arith.constant 2.0 : f32\n%0 = arith.mulf %a0, %c : f32\n%1 = math.floor %0 : f32\nlinalg.yield %1 : f32")
    if kind == "relu":
        y = b.generic([y], "full", "f32", "%c = arith.constant 1.0 : f32\n%0 = arith.subf %a0, %c : f32\n%z = arith.constant 0.0 : f32\n%1 = arith.maximumf %0, %z : f32\nlinalg.yield %1 : f32")
    values, positions = b.best(y, k)
    results = [b.table(values), b.table(positions)]
print(b.function("ranks", arguments, results))
