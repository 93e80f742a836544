# Run by cpack on the installed tree before it is packed. Both packages: licences. Debian package: what Debian's policy asks for.
# Tarball: the libraries that are not part of every system, in the folder of the program's own libraries.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(documents ${root}/share/doc/collnoc)
set(sources ${CPACK_COLLNOC_SOURCE_DIR})
function(licence package)
  file(COPY_FILE /usr/share/doc/${package}/copyright ${documents}/licenses/${package} RESULT problem)
  if(problem)
    message(FATAL_ERROR "the licence of ${package}: ${problem}")
  endif()
endfunction()
function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE out OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(out "${out}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${documents}/licenses)
file(COPY ${sources}/cmake/debian/copyright DESTINATION ${documents})
foreach(package libcli11-dev nlohmann-json3-dev libspdlog-dev verilator picolibc-riscv64-unknown-elf)
  licence(${package})
endforeach()

if(CPACK_GENERATOR STREQUAL DEB)
  file(STRINGS ${sources}/CHANGELOG.md released REGEX "^## \\[[0-9]" LIMIT_COUNT 1)
  string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" day "${released}")
  run(date -u -R -d ${day})
  file(WRITE ${documents}/changelog "collnoc (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; /usr/share/collnoc/CHANGELOG.md lists the changes.

 -- ${CPACK_PACKAGE_CONTACT}  ${out}\n")
  run(gzip -9n ${documents}/changelog ${root}/share/man/man1/collnoc.1)
  file(MAKE_DIRECTORY ${root}/share/lintian/overrides)
  file(COPY_FILE ${sources}/cmake/debian/lintian-overrides ${root}/share/lintian/overrides/collnoc)
  file(CREATE_LINK ../../collnoc/docs ${documents}/docs SYMBOLIC)
  file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
else()
  file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${root}/bin/collnoc RESOLVED_DEPENDENCIES_VAR libraries
       PRE_EXCLUDE_REGEXES "^ld-linux" "^libc\\." "^libm\\." "^libstdc" "^libgcc_s" "^linux-vdso")
  foreach(library IN LISTS libraries)
    get_filename_component(name ${library} NAME)
    get_filename_component(file ${library} REALPATH)
    file(COPY_FILE ${file} ${root}/${CPACK_COLLNOC_LIBDIR}/collnoc/${name})
    # Debian's files have moved from /lib to /usr/lib, but not in dpkg's lists.
    execute_process(COMMAND dpkg -S ${file} OUTPUT_VARIABLE owner ERROR_QUIET)
    if(NOT owner)
      string(REGEX REPLACE "^/usr" "" file ${file})
      run(dpkg -S ${file})
      set(owner ${out})
    endif()
    string(REGEX REPLACE ":.*" "" owner "${owner}")
    licence(${owner})
  endforeach()
endif()
