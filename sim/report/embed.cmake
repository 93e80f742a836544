# Writes OUTPUT, a C++ file with the bytes of INPUT.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"sim/report/report_page.hpp\"

namespace collnoc {
namespace {
constexpr unsigned char script[]{
${bytes}};
}
std::string_view report_script() { return {reinterpret_cast<const char*>(script), sizeof script}; }
}  // namespace collnoc
")
