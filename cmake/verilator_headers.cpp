// Only there to precompile its headers (VerilateModule.cmake).
