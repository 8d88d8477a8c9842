# redfuser_add_library(NAME sources... [LINK libs...] [DEPENDS targets...])
#
# One static library of ours. The heavy MLIR headers are precompiled once (in
# RedFuserPCH) and reused by every library: a file that includes linalg and the
# tiling interfaces takes about 10 s without.
set(REDFUSER_PCH_HEADERS "${PROJECT_SOURCE_DIR}/cmake/RedFuserPCH.h")

function(redfuser_use_pch target)
  if(REDFUSER_NO_PCH)
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM RedFuserPCH)
endfunction()

# Every library, in dependency order, for the tools and the plug-in.
define_property(GLOBAL PROPERTY REDFUSER_LIBS BRIEF_DOCS "libraries" FULL_DOCS "libraries")

function(redfuser_add_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  add_dependencies(${name} RedFuserTableGen ${ARG_DEPENDS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  redfuser_use_pch(${name})
  set_property(GLOBAL APPEND PROPERTY REDFUSER_LIBS ${name})
endfunction()

# Every archive of MLIR and LLVM, as files: the imported targets of a build that
# links its own tools to the shared libraries would bring these in again.
function(redfuser_get_static_libs out)
  file(GLOB archives "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
  list(FILTER archives EXCLUDE REGEX "/libMLIR(CAPI|Test|[A-Za-z]*TestPasses|MlirOptMain)")
  set(${out} -Wl,--start-group ${archives} -Wl,--end-group z zstd pthread dl m
      PARENT_SCOPE)
endfunction()

# Links a program or a shared library against MLIR: the shared libMLIR and
# libLLVM, or every archive in the static preset.
function(redfuser_link_mlir target)
  if(REDFUSER_STATIC)
    redfuser_link_mlir_static(${target})
  else()
    target_link_libraries(${target} PRIVATE MLIR LLVM)
  endif()
endfunction()

function(redfuser_link_mlir_static target)
  redfuser_get_static_libs(libs)
  target_link_libraries(${target} PRIVATE ${libs})
  target_link_options(${target} PRIVATE
    -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,-s)
endfunction()

add_library(RedFuserPCH STATIC "${PROJECT_SOURCE_DIR}/cmake/RedFuserPCH.cpp")
set_target_properties(RedFuserPCH PROPERTIES POSITION_INDEPENDENT_CODE ON)
if(NOT REDFUSER_NO_PCH)
  target_precompile_headers(RedFuserPCH PRIVATE "${REDFUSER_PCH_HEADERS}")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Lets ccache reuse objects: the precompiled header carries no time stamp.
    target_compile_options(RedFuserPCH PUBLIC "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
