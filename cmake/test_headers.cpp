// Only there to precompile its headers (CollnocTest.cmake).
int main() {}
