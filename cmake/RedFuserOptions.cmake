# Compiler flags of our own code: warnings, assertions, sanitizers.
if(REDFUSER_WERROR)
  add_compile_options(-Werror)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU")
  # False positives inside LLVM's containers with GCC 12.
  add_compile_options(-Wno-dangling-pointer -Wno-maybe-uninitialized -Wno-array-bounds
                      -Wno-stringop-overflow -Wno-restrict -Wno-comment)
endif()

# LLVM's own headers must see the same NDEBUG as the library was built with only
# where ABI depends on it, which LLVM_ABI_BREAKING_CHECKS governs: not NDEBUG.
if(REDFUSER_ASSERTIONS)
  add_compile_options(-UNDEBUG)
endif()

if(REDFUSER_SANITIZE)
  add_compile_options(-fsanitize=${REDFUSER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${REDFUSER_SANITIZE})
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
