#include "sim/processor/source_lines.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/processor/unwind.hpp"

namespace collnoc {
namespace {

/// Appends the functions below `die` that contain `address`, outermost first: a function, then those that are
/// inlined there. Not dwarf_getscopes(): libdw 0.188 finds nothing with it in what clang 14 writes. Returns
/// whether there are any.
bool find_functions(Dwarf_Die die, Dwarf_Addr address, std::vector<Dwarf_Die>& found) {
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return false;
  do {
    const int tag = dwarf_tag(&child);
    const bool function = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
    if (function && dwarf_haspc(&child, address) == 1) {
      found.push_back(child);
      find_functions(child, address, found);
      return true;
    }
    const bool holds_functions = tag == DW_TAG_namespace || tag == DW_TAG_structure_type ||
                                 tag == DW_TAG_class_type || tag == DW_TAG_lexical_block;
    if (holds_functions && find_functions(child, address, found)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

std::optional<Dwarf_Word> number_of(Dwarf_Die& die, unsigned attribute) {
  Dwarf_Attribute held;
  Dwarf_Word value = 0;
  if (dwarf_attr(&die, attribute, &held) == nullptr || dwarf_formudata(&held, &value) != 0)
    return std::nullopt;
  return value;
}

/// Only names that begin with _Z are mangled.
std::string in_words(const char* symbol) {
  int status = -1;
  const std::unique_ptr<char, void (*)(void*)> name(
      std::string_view(symbol).starts_with("_Z") ? abi::__cxa_demangle(symbol, nullptr, nullptr, &status)
                                                 : nullptr,
      std::free);
  return status == 0 ? name.get() : symbol;
}

/// The compilation unit that contains `address`. The table .debug_aranges is not used: clang writes none, and
/// libdw 0.188 rejects those of RV32 programs.
std::optional<Dwarf_Die> unit_of(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
    if (dwarf_haspc(unit, address - bias) == 1) return *unit;
  }
  return std::nullopt;
}

/// File and line from which the inlined function `die` is called.
SourceLine call_of(Dwarf_Die& die, Dwarf_Files* files) {
  SourceLine place;
  const auto file = number_of(die, DW_AT_call_file), line = number_of(die, DW_AT_call_line);
  if (const char* name = file && files != nullptr ? dwarf_filesrc(files, *file, nullptr, nullptr) : nullptr) {
    place.file = name;
  }
  place.line = static_cast<unsigned>(line.value_or(0));
  return place;
}

}  // namespace

std::string SourceLine::base() const { return file.substr(file.find_last_of('/') + 1); }

std::string SourceLine::text() const {
  const std::string where = file.empty() ? "" : line == 0 ? base() : fmt::format("{}:{}", base(), line);
  if (function.empty()) return where;
  return where.empty() ? function + "()" : fmt::format("{}() at {}", function, where);
}

struct SourceLines::Session {
  Dwfl* dwfl = nullptr;
  char* no_path = nullptr;
  Dwfl_Callbacks callbacks{};

  explicit Session(decltype(Dwfl_Callbacks::find_elf) find_elf) {
    callbacks.find_elf = find_elf;
    callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
    callbacks.section_address = dwfl_offline_section_address;
    callbacks.debuginfo_path = &no_path;
    dwfl = dwfl_begin(&callbacks);
  }
  ~Session() {
    if (dwfl != nullptr) dwfl_end(dwfl);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

SourceLines::SourceLines(std::unique_ptr<Session> session) : session_(std::move(session)) {}

SourceLines::SourceLines(const std::string& file)
    : session_(std::make_unique<Session>(dwfl_build_id_find_elf)) {
  if (session_->dwfl == nullptr) return;
  dwfl_report_offline(session_->dwfl, "", file.c_str(), -1);
  dwfl_report_end(session_->dwfl, nullptr, nullptr);
}

SourceLines SourceLines::of_this_process() {
  auto session = std::make_unique<Session>(dwfl_linux_proc_find_elf);
  if (session->dwfl != nullptr) {
    dwfl_linux_proc_report(session->dwfl, getpid());
    dwfl_report_end(session->dwfl, nullptr, nullptr);
  }
  return SourceLines(std::move(session));
}

SourceLines::~SourceLines() = default;
SourceLines::SourceLines(SourceLines&&) noexcept = default;
SourceLines& SourceLines::operator=(SourceLines&&) noexcept = default;

const std::vector<SourceLine>& SourceLines::find(std::uint64_t address) {
  const auto [at, is_new] = found_.try_emplace(address);
  if (is_new) at->second = look_up(address);
  return at->second;
}

std::vector<std::vector<SourceLine>> SourceLines::stack(const HartSnapshot& hart,
                                                        const std::function<bool(std::uint32_t)>& is_call) {
  std::vector<std::vector<SourceLine>> all{find(hart.pc)};
  Dwfl_Module* module = session_->dwfl == nullptr ? nullptr : dwfl_addrmodule(session_->dwfl, hart.pc);
  if (module == nullptr) return all;
  Dwarf_Addr bias = 0;
  Dwarf_CFI* const frames = dwfl_module_dwarf_cfi(module, &bias);
  for (const std::uint32_t to : return_addresses(frames, bias, hart, is_call)) all.push_back(find(to - 4));
  return all;
}

std::optional<SourceLines::Object> SourceLines::object(std::uint64_t address) const {
  Dwfl_Module* module = session_->dwfl == nullptr ? nullptr : dwfl_addrmodule(session_->dwfl, address);
  if (module == nullptr) return std::nullopt;
  GElf_Off offset = 0;
  GElf_Sym symbol{};
  const char* name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || offset >= symbol.st_size) return std::nullopt;
  const std::uint64_t begin = address - offset;
  return Object{in_words(name), begin, begin + symbol.st_size};
}

std::vector<SourceLine> SourceLines::look_up(std::uint64_t address) const {
  Dwfl_Module* module = session_->dwfl == nullptr ? nullptr : dwfl_addrmodule(session_->dwfl, address);
  if (module == nullptr) return {};
  Dwarf_Addr bias = 0;
  auto unit = unit_of(module, address, bias);
  if (!unit) return {};

  SourceLine place;
  if (Dwarf_Line* line = dwarf_getsrc_die(&*unit, address - bias); line != nullptr) {
    int number = 0;
    if (const char* file = dwarf_linesrc(line, nullptr, nullptr); file != nullptr) place.file = file;
    if (dwarf_lineno(line, &number) == 0) place.line = static_cast<unsigned>(number);
  }
  Dwarf_Files* files = nullptr;
  dwarf_getsrcfiles(&*unit, &files, nullptr);
  std::vector<Dwarf_Die> functions;
  find_functions(*unit, address - bias, functions);
  std::vector<SourceLine> all;
  for (auto die = functions.rbegin(); die != functions.rend(); ++die) {
    if (const char* name = dwarf_diename(&*die); name != nullptr) place.function = name;
    all.push_back(std::exchange(place, call_of(*die, files)));
  }
  if (all.empty() && !place.file.empty()) all.push_back(place);
  return all;
}

}  // namespace collnoc
