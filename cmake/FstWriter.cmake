# collnoc_fst: GTKWave's FST writer (fstapi.h) for collnoc's waveforms. Its sources come with Verilator.
# The target exists if those sources and zlib are installed; linking it defines COLLNOC_FST=1. sim/engine/fst_files.h
# stands between the writer and its files.
if(VERILATOR_EXECUTABLE)
  execute_process(COMMAND ${VERILATOR_EXECUTABLE} --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
find_path(FSTAPI_DIRECTORY fstapi.h PATHS ${VERILATOR_ROOT}/include/gtkwave NO_DEFAULT_PATH)
find_package(ZLIB QUIET)
find_package(Threads REQUIRED)
if(FSTAPI_DIRECTORY AND ZLIB_FOUND)
  add_library(collnoc_fst STATIC ${FSTAPI_DIRECTORY}/fstapi.c ${FSTAPI_DIRECTORY}/fastlz.c
                                 ${FSTAPI_DIRECTORY}/lz4.c ${PROJECT_SOURCE_DIR}/sim/engine/fst_files.cpp)
  target_include_directories(collnoc_fst SYSTEM PUBLIC ${FSTAPI_DIRECTORY})
  target_compile_definitions(collnoc_fst PRIVATE FST_CONFIG_INCLUDE="fst_config.h" HAVE_LIBPTHREAD
                                                 LZ4_DISABLE_DEPRECATE_WARNINGS
                                         PUBLIC COLLNOC_FST=1)
  set_source_files_properties(${FSTAPI_DIRECTORY}/fstapi.c PROPERTIES COMPILE_OPTIONS
    "-DCOLLNOC_FST_FILES;-include;${PROJECT_SOURCE_DIR}/sim/engine/fst_files.h")
  target_compile_options(collnoc_fst PRIVATE $<$<COMPILE_LANGUAGE:C>:-w>)
  target_link_libraries(collnoc_fst PUBLIC ZLIB::ZLIB Threads::Threads)
endif()
