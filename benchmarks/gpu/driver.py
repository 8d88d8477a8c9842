# Part of the RedFuser project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launches by the CUDA driver API, and the L2 cache before them."""

import ctypes
import math

import torch

torch.zeros(1, device="cuda")  # makes torch's context current
cuda = ctypes.CDLL("libcuda.so.1")
CLUSTER_DIMENSION = 4


class LaunchAttribute(ctypes.Structure):
    """CUlaunchAttribute with a cluster's size."""
    _fields_ = [("id", ctypes.c_int), ("pad", ctypes.c_char * 4), ("cluster", ctypes.c_uint * 3), ("rest", ctypes.c_char * 52)]


class LaunchConfig(ctypes.Structure):
    """CUlaunchConfig."""
    _fields_ = [("grid", ctypes.c_uint * 3), ("block", ctypes.c_uint * 3), ("shared", ctypes.c_uint), ("stream", ctypes.c_void_p),
                ("attributes", ctypes.POINTER(LaunchAttribute)), ("count", ctypes.c_uint)]


def check(code, what="CUDA"):
    """Raises the driver's error, if `code` is one; `what` says of what."""
    if code:
        text = ctypes.c_char_p()
        cuda.cuGetErrorString(code, ctypes.byref(text))
        raise RuntimeError(f"{what}: {code} {text.value.decode()}")


def configure(grid, block, cluster, shared):
    """What launches have in common; sizes in blocks, threads, blocks, bytes."""
    three = ctypes.c_uint * 3
    attribute = LaunchAttribute(CLUSTER_DIMENSION, b"", three(*cluster))
    return LaunchConfig(three(*grid), three(*block), shared, None, ctypes.pointer(attribute), int(math.prod(cluster) > 1))


def launch(function, config, parameters):
    """On torch's current stream."""
    config.stream = torch.cuda.current_stream().cuda_stream
    check(cuda.cuLaunchKernelEx(ctypes.byref(config), function, parameters, None), "launch")


# Five times what L2 holds, each.
_overwritten, _read = (torch.zeros(32 * 2**20, dtype=torch.int64, device="cuda") for _ in range(2))


def make_cold(clean=False):
    """Fills the L2 cache with modified lines, or if `clean` with lines that need not be written back."""
    _overwritten.zero_()
    if clean:
        _read.max()
