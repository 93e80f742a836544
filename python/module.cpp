// The module collnoc._core: the program as a function of this process, its command line as data, and a
// network to send messages on. The package (collnoc/) gives it the form that users see.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "sim/common/version.hpp"
#include "sim/network/call.hpp"
#include "sim/network/network.hpp"
#include "sim/program/command.hpp"
#include "sim/program/command_line_description.hpp"
#include "sim/program/schedule_catalogue.hpp"

namespace py = pybind11;

namespace collnoc {
namespace {

using Progress = std::function<void(std::size_t, std::size_t, const std::string&)>;

/// Exit code, standard output and standard error of `collnoc ARGUMENTS`. Raises KeyboardInterrupt, and what
/// `progress` raises. `program`: a file and words before arguments, with which a process is the program;
/// each point of a sweep then has one. Otherwise they run in this process.
py::tuple call_command(const std::vector<std::string>& arguments, const std::optional<Progress>& progress,
                       const std::vector<std::string>& program) {
  std::optional<py::error_already_set> raised;
  std::optional<CommandOutput> output;
  RunApart run_apart;
  if (!program.empty())
    run_apart = [&program](const std::vector<std::string>& words, const Stopped& stopped) {
      std::vector<std::string> all = program;
      all.insert(all.end(), words.begin(), words.end());
      return run_child(program.front(), std::move(all), stopped);
    };
  {
    const py::gil_scoped_release release;
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
    output = call_program(arguments, step, run_apart);
  }
  if (raised) throw std::move(*raised);
  return py::make_tuple(output->code, output->out, output->err);
}

py::list commands() {
  CLI::App program;
  const auto all = make_commands(program);
  const ScheduleCatalogue catalogue(&TunedTable::built_in);
  py::list list;
  for (const DescribedCommand& command : describe(program, catalogue)) {
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
  module.def("call", &collnoc::call_command, py::arg("arguments"), py::arg("progress") = py::none(),
             py::arg("program") = std::vector<std::string>{});
  module.def("commands", &collnoc::commands);
  const py::call_guard<py::gil_scoped_release> unlocked;
  py::class_<Network>(module, "Network")
      .def(py::init<const std::string&>(), py::arg("options"), unlocked)
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
