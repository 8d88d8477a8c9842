# The install tree: headers (ours and generated), libraries, tools, the plug-in and
# find_package(RedFuser). test/Install builds a project against it.
include(CMakePackageConfigHelpers)

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/RedFuser"
                  "${PROJECT_BINARY_DIR}/include/RedFuser"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING
  PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

get_property(redfuser_libs GLOBAL PROPERTY REDFUSER_LIBS)
install(TARGETS ${redfuser_libs} EXPORT RedFuserExports
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")

foreach(tool redfuser redfuser-opt)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()

set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/RedFuser")
install(EXPORT RedFuserExports NAMESPACE RedFuser:: DESTINATION "${config_dir}")
list(TRANSFORM redfuser_libs PREPEND "RedFuser::" OUTPUT_VARIABLE REDFUSER_EXPORTED_LIBS)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/RedFuserConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/cmake/RedFuserConfig.cmake"
  INSTALL_DESTINATION "${config_dir}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/cmake/RedFuserConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/RedFuserConfig.cmake"
              "${PROJECT_BINARY_DIR}/cmake/RedFuserConfigVersion.cmake"
  DESTINATION "${config_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE"
  DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/redfuser")
