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

# Links a program or a shared library against MLIR: the shared libMLIR and
# libLLVM, or every archive in the static preset.
function(redfuser_link_mlir target)
  if(REDFUSER_STATIC)
    get_property(mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
    target_link_libraries(${target} PRIVATE ${REDFUSER_MLIR_ARCHIVES})
  else()
    target_link_libraries(${target} PRIVATE MLIR LLVM)
  endif()
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
