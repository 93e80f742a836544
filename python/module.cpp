// The module collnoc._core: commands and the command line as functions of this process, their options as
// data, and a network to send messages on. The package (collnoc/) gives it the form that users see.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/commands/command.hpp"
#include "sim/commands/schedule_catalogue.hpp"
#include "sim/common/version.hpp"
#include "sim/network/call.hpp"
#include "sim/network/network.hpp"
#include "sim/program/command_line_description.hpp"

namespace py = pybind11;

namespace collnoc {
namespace {

using Progress = std::function<void(std::size_t, std::size_t, const std::string&)>;

/// What `function`, which gets a progress and how points of a sweep run, returns, without the GIL. Raises
/// KeyboardInterrupt, and what `progress` raises. `program`: a file and words before arguments, with which a
/// process is the program; each point of a sweep then has one. Otherwise they run in this process.
template <class Function>
auto without_lock(const std::optional<Progress>& progress, const std::vector<std::string>& program,
                  const Function& function) {
  std::optional<py::error_already_set> raised;
  RunApart run_apart;
  if (!program.empty())
    run_apart = [&program](const std::vector<std::string>& words, const Stopped& stopped) {
      std::vector<std::string> all = program;
      all.insert(all.end(), words.begin(), words.end());
      return run_child(program.front(), std::move(all), stopped);
    };
  const auto step = [&](std::size_t done, std::size_t count, const std::string& what) {
    const py::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (progress) (*progress)(done, count, what);
      return true;
    } catch (py::error_already_set& error) {
      raised = std::move(error);
      return false;
    }
  };
  auto output = [&] {
    const py::gil_scoped_release release;
    return function(step, run_apart);
  }();
  if (raised) throw std::move(*raised);
  return *std::move(output);
}

/// A command with settings: exit code, document as JSON, printed text, notes, error.
py::tuple command_tuple(const std::string& name, const NamedTexts& settings,
                        const std::optional<Progress>& progress, const std::vector<std::string>& program) {
  const CommandResult result =
      without_lock(progress, program, [&](const CommandProgress& step, const RunApart& run_apart) {
        return call_command(name, settings, step, run_apart);
      });
  return py::make_tuple(result.code, result.document, result.printed, result.notes, result.error);
}

/// `collnoc ARGUMENTS`: exit code, standard output and standard error.
py::tuple call_tuple(const std::vector<std::string>& arguments, const std::vector<std::string>& program) {
  const CommandOutput output =
      without_lock({}, program, [&](const CommandProgress& step, const RunApart& run_apart) {
        return call_program(arguments, step, run_apart);
      });
  return py::make_tuple(output.code, output.out, output.err);
}

py::list commands() {
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  py::list list;
  for (const DescribedCommand& command : describe(make_commands(), catalogue)) {
    py::list options;
    for (const DescribedOption& option : command.options)
      options.append(py::dict(py::arg("name") = option.name, py::arg("value") = option.value,
                              py::arg("help") = option.help, py::arg("positional") = option.positional,
                              py::arg("many") = option.many));
    list.append(py::dict(py::arg("name") = command.name, py::arg("help") = command.help,
                         py::arg("options") = options));
  }
  return list;
}

}  // namespace
}  // namespace collnoc

PYBIND11_MODULE(_core, module) {
  using collnoc::Network;
  PYBIND11_NUMPY_DTYPE(collnoc_arrival, message, source, target, bytes, sent, injected, accepted, arrived);
  module.attr("version") = std::string(collnoc::version);
  module.def("command", &collnoc::command_tuple, py::arg("name"), py::arg("settings"),
             py::arg("progress") = py::none(), py::arg("program") = std::vector<std::string>{});
  module.def("call", &collnoc::call_tuple, py::arg("arguments"),
             py::arg("program") = std::vector<std::string>{});
  module.def("commands", &collnoc::commands);
  const py::call_guard<py::gil_scoped_release> unlocked;
  py::class_<Network>(module, "Network")
      .def(py::init<const std::vector<std::pair<std::string, std::string>>&>(), py::arg("settings"), unlocked)
      .def_property_readonly("nodes", &Network::nodes)
      .def_property_readonly("now", &Network::now)
      .def_property_readonly("under_way", &Network::under_way)
      .def("send", &Network::send, py::arg("source"), py::arg("target"), py::arg("bytes"))
      .def("step", &Network::step, py::arg("cycles") = 1, unlocked)
      .def("step_to_arrival", &Network::step_to_arrival, py::arg("most"), unlocked)
      .def("arrived", [](Network& network) {
        const std::vector<collnoc::Arrival> all = network.arrivals();
        return py::array_t<collnoc::Arrival>(static_cast<py::ssize_t>(all.size()), all.data());
      });
}
