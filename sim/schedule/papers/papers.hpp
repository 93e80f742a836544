// One function per paper: the closed form of the algorithm `name`, or nothing if the paper has none.
// Precondition: the algorithm runs on (job.topology, nic).
#pragma once
#include <optional>
#include <string_view>

#include "sim/schedule/paper_cost.hpp"

namespace collnoc::papers {

/// "Recursion-based broadcast", sections 1, 4, 7 and 8.
std::optional<PaperCost> zhuang_liberatore(std::string_view name, const Job& job, PortModel nic);
/// The same, section 8 (all-port), and the related algorithms of this project.
std::optional<PaperCost> zhuang_liberatore_all_port(std::string_view name, const Job& job, PortModel nic);
/// "A theory of total exchange in multidimensional interconnection networks", section 4.
std::optional<PaperCost> dimakopoulos_dimopoulos(std::string_view name, const Job& job, PortModel nic);
/// "Minimizing total communication distance of a time-step optimal broadcast in mesh networks".
std::optional<PaperCost> cang_wu(std::string_view name, const Job& job, PortModel nic);

/// "Toward optimal broadcast in a star graph using multiple spanning trees": broadcasts, sections 4 and 6.1.
std::optional<PaperCost> tseng_sheu(std::string_view name, const Job& job, PortModel nic);
/// The same, all-to-all broadcasts, sections 5 and 6.2.
std::optional<PaperCost> tseng_sheu_all_to_all(std::string_view name, const Job& job);

/// All-to-all broadcasts: tseng_sheu_all_to_all(), and closed forms derived from the schedules, without a
/// paper.
std::optional<PaperCost> all_to_all_broadcast(std::string_view name, const Job& job);

/// Scatter, gather, barrier, and the collectives that combine: closed forms derived from the schedules.
std::optional<PaperCost> trees(const Algorithm& algorithm, const Job& job);

/// n if every extent is 2^n.
std::optional<unsigned> cube_order(const Topology& topology);

}  // namespace collnoc::papers
