# cmake -DDIRECTORY=... -P OneUnit.cmake: DIRECTORY/all.cpp, which includes every other .cpp there.
file(GLOB sources RELATIVE ${DIRECTORY} ${DIRECTORY}/*.cpp)
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${DIRECTORY}/all.cpp "${text}")
