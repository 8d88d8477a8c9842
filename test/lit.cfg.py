# Configuration of the lit suite.
import ctypes
import os
import shutil

import lit.formats

config.name = "RedFuser"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lib"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.redfuser_obj_root, "test")

# Our tools first, then LLVM's (FileCheck, not, mlir-opt, mlir-runner).
config.environment["PATH"] = os.pathsep.join(
    [config.redfuser_tools_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions += [
    ("%redfuser_src", config.redfuser_src_root),
    ("%redfuser_obj", config.redfuser_obj_root),
    ("%redfuser_plugin", os.path.join(config.redfuser_lib_dir, "libRedFuserPlugin.so")),
    ("%llvm_lib", config.llvm_lib_dir),
    ("%cmake", config.cmake),
    ("%cc", config.cc),
    ("%cxx", config.cxx),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%python", config.python or "python3"),
]

# A test that needs the assembler of the CUDA toolkit says REQUIRES: ptxas.
if shutil.which("ptxas", path=config.environment["PATH"]):
    config.available_features.add("ptxas")

# Where the CUDA driver is, the tests of its absence do not run.
try:
    ctypes.CDLL("libcuda.so.1")
    config.available_features.add("cuda")
except OSError:
    pass

# LLVM's OpenMP runtime, for programs on more than one thread.
for name in ("libomp.so.5", "libomp.so", os.path.join(config.llvm_lib_dir, "libomp.so")):
    try:
        ctypes.CDLL(name)
        config.available_features.add("openmp")
        break
    except OSError:
        pass

# The static preset builds no plug-in; a host without sanitizers cannot load one that
# has them.
if config.redfuser_plugin:
    config.available_features.add("plugin")
