// Arguments of communication_bugs.cpp.
#pragma once

/// 1 to communication_bugs are bugs, the programs behind them are right.
inline constexpr unsigned communication_bugs = 27, right_programs = 6;
