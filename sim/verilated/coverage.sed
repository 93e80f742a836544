# Modifies the code that Verilator generates for coverage: the points of all models of a class are one array
# that outlives them (coverage.hpp writes it at the end); a point is either hit or not (threads may hit it
# concurrently); point names are generated only for writing; and in Verilator's library, naming a point does
# not clear it.
s/std::atomic<uint32_t> __Vcoverage\[/static inline std::atomic<uint32_t> __Vcoverage[/
s/fetch_add(1, std::memory_order_relaxed)/store(1, std::memory_order_relaxed)/
s/^    \*count32p = 0;$/    if (!collnoc::verilated::writing_coverage) return;/
s/^        \*m_countp = 0;$//
