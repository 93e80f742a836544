# Verilator's code with coverage, changed so that the points of all models of a class are one array that outlives them
# (coverage.hpp writes it at the end), that a point is hit or not (threads may hit it together), and that
# names of points are only made for the writing; and its library, so that naming a point does not forget it.
s/std::atomic<uint32_t> __Vcoverage\[/static inline std::atomic<uint32_t> __Vcoverage[/
s/fetch_add(1, std::memory_order_relaxed)/store(1, std::memory_order_relaxed)/
s/^    \*count32p = 0;$/    if (!collnoc::verilated::writing_coverage) return;/
s/^        \*m_countp = 0;$//
