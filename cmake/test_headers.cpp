// Nothing: a target needs a source to precompile its headers (CollnocTest.cmake).
