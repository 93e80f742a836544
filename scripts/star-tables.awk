# Tables of docs/reference/star-broadcasts.md from the CSV of scripts/star-tables. words: what, and of what.
NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
{
  key = $2 "," $3 "," $4 "," $5 "," $6 "," $7 "," $8
  cycles[key] = $(at["cycles"]); steps[key] = $(at["steps"]); alpha[key] = $(at["alpha"]); beta[key] = $(at["beta"])
}
END {
  of = split("64 256 1024 4096 16384 65536", sizes, " ")
  ts = split("0 38 150 1000", startups, " ")
  split("multi-tree best greedy-tree greedy-tree:1 binomial hamiltonian direct", names, " ")
  n = split(words, word, " ")
  if (word[1] == "cycles") cycles_table(word[2], word[3], word[4])
  else if (word[1] == "winners") winners_table(word[2], word[3])
  else if (word[1] == "segments") segments_table(word[2])
  else if (word[1] == "startups") startups_table()
  else if (word[1] == "hardware") hardware_table(word[2])
  else if (word[1] == "hop") hop_table()
  else { print "star-tables: no table " words > "/dev/stderr"; exit 1 }
}

function id(c, t, nic, T, b, a) { return c "," t "," nic ",," T "," b "," a }
function symbols(t) { return substr(t, 6) + 0 }
function nodes(t, i, f) { f = 1; for (i = 2; i <= symbols(t); ++i) f *= i; return f }
function diameter(t) { return int(3 * (symbols(t) - 1) / 2) }
function height(t) { return symbols(t) == 4 ? 8 : 10 }  # Lemma 5, the tallest
function family(a) { sub(/:.*/, "", a); return a }

# p of "multi-tree:p"; of `multi-tree` and `greedy-tree` what the number of steps says.
function segments(c, t, nic, T, b, a, k) {
  if (a ~ /:/) { sub(/.*:/, "", a); return a + 0 }
  k = steps[id(c, t, nic, T, b, a)]
  if (a == "greedy-tree") return k - diameter(t) + 1
  return (nic == "one-port" ? k / (symbols(t) - 1) : k) - height(t) + 1
}

# Sets A and B, the paper's: time = A T_s + B L T_c. Returns 0 where it has none.
function paper(c, t, nic, T, b, a, s, p) {
  s = symbols(t) - 1
  if (c == "broadcast") {
    if (a == "binomial") { A = B = symbols(t) == 4 ? 5 : 8; return 1 }  # sum of ceil(log2 i), i = 2 .. n
    p = segments(c, t, nic, T, b, a)
    A = p - 1 + (a ~ /^greedy/ ? diameter(t) : height(t))
    B = A / p
    if (a ~ /^multi/) { B *= 2 / s; if (nic == "one-port") { A *= s; B *= s } }
    return 1
  }
  B = nodes(t) - 1
  A = a == "multi-tree" ? diameter(t) * s : B
  if (nic == "all-port") { B /= s; A = a == "multi-tree" ? diameter(t) : nodes(t) / symbols(t) }
  return a != "direct"
}
function formula(c, t, nic, T, b, a) { return paper(c, t, nic, T, b, a) ? A * T + B * b / 8 : 0 }

# The fewest cycles of multi-tree with a p that is a power of two; "" where none ran.
function best(c, t, nic, T, b, p, a, least) {
  least = ""
  for (p = 1; p <= 64; p *= 2) {
    a = "multi-tree:" p
    if (!(id(c, t, nic, T, b, a) in cycles)) continue
    if (least == "" || cycles[id(c, t, nic, T, b, a)] < cycles[id(c, t, nic, T, b, least)]) least = a
  }
  return least
}
function which(c, t, nic, T, b, i) { return names[i] == "best" ? best(c, t, nic, T, b) : names[i] }
# Names that ran with some T_s; sets fewest, the cycles of the fastest with this one.
function fastest(c, t, nic, T, b, i, a, k, name) {
  fewest = 0
  for (i = 1; i in names; ++i) {
    a = which(c, t, nic, T, b, i); k = id(c, t, nic, T, b, a)
    if (k in cycles && (!fewest || cycles[k] < fewest)) { fewest = cycles[k]; name = a }
  }
  return name
}
function percent(is, should) { return should ? sprintf("%+.0f", 100 * (is / should - 1)) : "–" }

function header(first, line, each, j, i, m, part, text) {
  text = "| " first
  m = split(each, part, ";")
  for (j = 1; j <= ts; ++j)
    for (i = 1; i <= m; ++i) {
      text = text " | " (i == 1 ? "T_s = " startups[j] ": " : "") part[i]; line = line "--:|"
    }
  print text " |\n" line
}

function cycles_table(c, t, nic, s, b, i, j, a, k, row, any, real) {
  header("bytes | algorithm", "|--:|---|", "cycles;off %;with hardware, off %")
  for (s = 1; s <= of; ++s) {
    b = sizes[s]
    if (c != "broadcast" && nodes(t) * b > 2097152) {
      print "| " b " | does not fit: " nodes(t) " blocks are " nodes(t) * b " bytes, a tile holds 2097152 |" \
        "  |  |  |  |  |  |  |  |  |  |  |  |"
      continue
    }
    for (i = 1; i in names; ++i) {
      any = 0
      row = "| " b " | " (names[i] == "best" ? "`multi-tree:p`, best p" : "`" names[i] "`")
      for (j = 1; j <= ts; ++j) {
        fastest(c, t, nic, startups[j], b)
        a = which(c, t, nic, startups[j], b, i); k = id(c, t, nic, startups[j], b, a)
        if (!(k in cycles)) { row = row " | not run | | "; continue }
        any = 1
        row = row " | " (cycles[k] == fewest ? "**" cycles[k] "**" : cycles[k])
        if (names[i] == "best") row = row ", p = " segments(c, t, nic, startups[j], b, a)
        real = 0
        if (paper(c, t, nic, startups[j], b, a)) real = A * (startups[j] + hardware) + B * b / 8 * 32 / 31
        row = row " | " percent(cycles[k], formula(c, t, nic, startups[j], b, a)) " | " percent(cycles[k], real)
      }
      if (any || (names[i] == "direct" && c != "broadcast")) print row " |"
    }
  }
}

function winners_table(c, nic, s, b, t, j, T, i, a, k, won, second, text, said, least) {
  header("network | bytes", "|---|--:|", "winner")
  for (t = 4; t <= 5; ++t)
    for (s = 1; s <= of; ++s) {
      b = sizes[s]
      if (c != "broadcast" && nodes("star:" t) * b > 2097152) continue
      text = "| S_" t " | " b
      for (j = 1; j <= ts; ++j) {
        T = startups[j]
        won = fastest(c, "star:" t, nic, T, b)
        second = 0
        for (i = 1; i in names; ++i) {
          a = which(c, "star:" t, nic, T, b, i); k = id(c, "star:" t, nic, T, b, a)
          if (!(k in cycles) || family(a) == family(won)) continue
          if (!second || cycles[k] < second) second = cycles[k]
        }
        # The paper's favourite, with the best p of those that ran.
        split("", least)
        said = ""
        for (k in cycles) {
          if (index(k, id(c, "star:" t, nic, T, b, "")) != 1) continue
          a = substr(k, length(id(c, "star:" t, nic, T, b, "")) + 1)
          i = formula(c, "star:" t, nic, T, b, a)
          a = family(a)
          if (i && (!(a in least) || i < least[a])) least[a] = i
        }
        for (a in least) if (said == "" || least[a] < least[said]) said = a
        text = text " | `" won "` " sprintf("×%.2f", second / cycles[id(c, "star:" t, nic, T, b, won)])
        if (least[said] < least[family(won)] * 0.999999) text = text " (" said ")"
      }
      print text " |"
    }
}

function segments_table(nic, t, s, b, j, T, p, near, a, k, least, text, c) {
  c = "broadcast"
  header("network | bytes | p of `multi-tree`", "|---|--:|--:|", "Eq. (5);its cycles;best;its cycles;%")
  for (t = 4; t <= 5; ++t)
    for (s = 2; s <= of; ++s) {
      b = sizes[s]
      text = "| S_" t " | " b " | " segments(c, "star:" t, nic, 0, b, "multi-tree")
      for (j = 1; j <= ts; ++j) {
        T = startups[j]
        p = sqrt(2 * b / 8 * (height("star:" t) - 1) / ((t - 1) * (T + hardware)))
        for (near = 1; near < 64 && near * sqrt(2) < p; near *= 2) continue
        least = best(c, "star:" t, nic, T, b)
        a = cycles[id(c, "star:" t, nic, T, b, "multi-tree:" near)]; k = cycles[id(c, "star:" t, nic, T, b, least)]
        text = text sprintf(" | %.1f | %d | %s | %d | %s", p, a, substr(least, 12), k, percent(a, k))
      }
      print text " |"
    }
}

# Start-ups in a row: what a cycle of T_s more costs. Flits in a row: what a flit of message more costs.
function startups_table(c, t, nic, i, m, a, k, to, from, list, collectives, nics) {
  print "| | network | NIC | algorithm | α, paper | counted | measured | β, paper | counted | measured |"
  print "|---|---|---|---|--:|--:|--:|--:|--:|--:|"
  split("broadcast all-to-all-broadcast", collectives, " "); split("one-port all-port", nics, " ")
  for (c = 1; c <= 2; ++c)
    for (t = 4; t <= 5; ++t)
      for (nic = 1; nic <= 2; ++nic) {
        m = split(c == 1 ? "multi-tree:1 multi-tree:16 greedy-tree:1 binomial" : "multi-tree hamiltonian", list, " ")
        for (i = 1; i <= m; ++i) {
          to = c == 1 || t == 4 ? 65536 : 16384; from = to / 4
          k = id(collectives[c], "star:" t, nics[nic], 1000, c == 1 ? 1024 : 64, list[i])
          if (!(k in cycles)) continue
          a = id(collectives[c], "star:" t, nics[nic], 150, c == 1 ? 1024 : 64, list[i])
          paper(collectives[c], "star:" t, nics[nic], 0, to, list[i])
          printf "| %s | S_%d | %s | `%s` | %d | %d | %.1f | %.2f | %.2f | %.2f |\n", collectives[c], t, nics[nic], \
            list[i], A, alpha[k], (cycles[k] - cycles[a]) / 850, B, \
            beta[id(collectives[c], "star:" t, nics[nic], 0, to, list[i])], \
            (cycles[id(collectives[c], "star:" t, nics[nic], 0, to, list[i])] - \
             cycles[id(collectives[c], "star:" t, nics[nic], 0, from, list[i])]) / ((to - from) / 8)
        }
      }
}

function hardware_table(t, c, s, nic, i, k, a, n, deep, text, collectives, nics, list, options) {
  print "| | NIC | algorithm | bytes | cycles | step barriers, % | packets of 256 flits, % | buffers of 64 flits, % |" \
    " and store-and-forward | % of those |"
  print "|---|---|---|--:|--:|--:|--:|--:|--:|--:|"
  split("broadcast all-to-all-broadcast", collectives, " "); split("one-port all-port", nics, " ")
  split("--step-barrier;--max-packet-flits 256;--vc-depth 64", options, ";")
  for (c = 1; c <= 2; ++c)
    for (nic = 1; nic <= 2; ++nic) {
      split("multi-tree:1 multi-tree:16 multi-tree greedy-tree greedy-tree:1 binomial hamiltonian", list, " ")
      for (i = 1; i in list; ++i)
        for (s = 1; s <= of; ++s) {
          k = collectives[c] "," t "," nics[nic] ",OPTIONS,38," sizes[s] "," list[i]
          deep = k; sub(/OPTIONS/, "--vc-depth 64 --switching store-and-forward", deep)
          if (!(deep in cycles)) continue
          a = k; sub(/OPTIONS/, "", a)
          text = "| " collectives[c] " | " nics[nic] " | `" list[i] "` | " sizes[s] " | " cycles[a]
          for (n = 1; n <= 3; ++n) {
            words = k; sub(/OPTIONS/, options[n], words)
            text = text " | " percent(cycles[words], cycles[a])
          }
          print text " | " cycles[deep] " | " percent(cycles[deep], cycles[words]) " |"
        }
    }
}
# One message over one link.
function hop_table(i, k, text, deep, list) {
  print "| bytes | T_s = 0 | store-and-forward | T_s = 38 | store-and-forward |\n|--:|--:|--:|--:|--:|"
  split("8 64 240 1024", list, " "); deep = "--vc-depth 64 --switching store-and-forward"
  for (i = 1; i in list; ++i) {
    text = "| " list[i]
    for (k = 0; k <= 38; k += 38)
      text = text " | " cycles["broadcast,mesh:2x1,one-port,," k "," list[i] ",recursive-division"] " | " \
        cycles["broadcast,mesh:2x1,one-port," deep "," k "," list[i] ",recursive-division"]
    print text " |"
  }
}
BEGIN { hardware = 14 }  # cycles of the hardware in a start-up, as in scripts/docs-tables
