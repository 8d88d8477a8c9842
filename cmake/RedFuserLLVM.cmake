# Finds LLVM and MLIR 22, or says what to install.
set(REDFUSER_LLVM_VERSION 22)

if(NOT DEFINED MLIR_DIR AND EXISTS "/usr/lib/llvm-${REDFUSER_LLVM_VERSION}/lib/cmake/mlir")
  set(MLIR_DIR "/usr/lib/llvm-${REDFUSER_LLVM_VERSION}/lib/cmake/mlir")
endif()

find_package(MLIR CONFIG QUIET)
if(NOT MLIR_FOUND)
  message(FATAL_ERROR
    "MLIR ${REDFUSER_LLVM_VERSION} was not found. On Debian: "
    "apt-get install llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 lld-22. "
    "Elsewhere: pass -DMLIR_DIR=<prefix>/lib/cmake/mlir.")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL ${REDFUSER_LLVM_VERSION})
  message(FATAL_ERROR
    "expected LLVM/MLIR ${REDFUSER_LLVM_VERSION}, found ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}; "
    "pass -DMLIR_DIR=<prefix>/lib/cmake/mlir of version ${REDFUSER_LLVM_VERSION}")
endif()
message(STATUS "RedFuser: LLVM/MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# A host linked to static MLIR crashes when it loads a plug-in that brings its
# own libMLIR, so everything but the static preset links the shared libraries.
if(REDFUSER_STATIC)
  set(MLIR_LINK_MLIR_DYLIB OFF)
  set(LLVM_LINK_LLVM_DYLIB OFF)
else()
  set(MLIR_LINK_MLIR_DYLIB ON)
  set(LLVM_LINK_LLVM_DYLIB ON)
endif()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

# System headers: warnings in them are not ours.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${llvm_definitions})
