# Cycles over bytes, both axes logarithmic, as SVG: eight panels, S_4 and S_5, one-port and all-port, T_s = 38 and 1000.
# From the CSV of scripts/star-tables; `collective` is one of its two.
NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
$at["collective"] == collective && $at["options"] == "" && ($at["T_s"] == 38 || $at["T_s"] == 1000) {
  name = $at["algorithm"]
  key = $at["topology"] "," $at["nic"] "," $at["T_s"] "," $at["bytes"] ","
  value = $at["cycles"]
  cycles[key name] = value
  if (name ~ /^multi-tree:/ && (!((key "best") in cycles) || value < cycles[key "best"])) cycles[key "best"] = value
  if (!least || value < least) least = value
  if (value > most) most = value
}
END {
  if (collective == "broadcast") {
    split("multi-tree;best;greedy-tree;greedy-tree:1;binomial", names, ";")
    title = "Broadcast on star graphs"; unit = "bytes of the message"
  } else {
    split("multi-tree;hamiltonian;direct", names, ";")
    title = "All-to-all broadcast on star graphs"; unit = "bytes of a block"
  }
  split("#1b6ca8 #1b6ca8 #c0392b #e08e2b #3f7d3f", colours, " ")
  if (collective != "broadcast") { colours[2] = "#c0392b"; colours[3] = "#3f7d3f" }
  split("64 256 1024 4096 16384 65536", sizes, " "); split("64 256 1K 4K 16K 64K", texts, " ")
  low = floor10(least); high = floor10(most) + 1
  wide = 190; tall = 190; left = 84; top = 96; gapx = 40; gapy = 70
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 600\" font-family=\"Helvetica, Arial, sans-serif\"" \
    " role=\"img\" aria-labelledby=\"title description\">"
  print "  <title id=\"title\">" title ": cycles over bytes</title>"
  print "  <desc id=\"description\">Eight panels, both axes logarithmic: columns are S_4 and S_5, one-port and all-port," \
    " rows are start-ups of 38 and of 1000 cycles. The numbers are in star-broadcasts.md.</desc>"
  print "  <rect width=\"1000\" height=\"600\" fill=\"#ffffff\"/>"
  write(500, 28, 19, "middle", "#22303d", title)
  x = 160
  for (i = 1; i in names; ++i) {
    line(x, 52, x + 28, 52, colours[i], 2.5, names[i] == "best")
    text = names[i] == "best" ? "multi-tree:p, best p" : names[i]
    write(x + 34, 57, 14, "start", "#22303d", text)
    x += 62 + 7.6 * length(text)
  }
  for (row = 0; row < 2; ++row)
    for (column = 0; column < 4; ++column)
      panel(left + column * (wide + gapx), top + row * (tall + gapy), "star:" (column < 2 ? 4 : 5), \
            column % 2 ? "all-port" : "one-port", row ? 1000 : 38)
  print "</svg>"
}

function floor10(value, n) { for (n = 0; 10 ^ (n + 1) <= value; ++n) continue; return n }
function line(x1, y1, x2, y2, colour, width, dashed) {
  printf "  <path d=\"M%.1f,%.1f L%.1f,%.1f\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n", x1, y1, x2, y2, colour, width, \
    dashed ? " stroke-dasharray=\"6 4\"" : ""
}
function write(x, y, size, anchor, colour, text) {
  printf "  <text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y, size, anchor, \
    colour, text
}
function panel(x, y, topology, nic, T, i, j, at_x, at_y, path, key) {
  for (i = 1; i in sizes; ++i) {
    at_x = x + wide * (i - 1) / 5
    line(at_x, y, at_x, y + tall, "#e3e8ed", 1)
    write(at_x, y + tall + 17, 12, "middle", "#4a5b6b", texts[i])
  }
  write(x + wide / 2, y + tall + 34, 12, "middle", "#4a5b6b", unit)
  if (x == left) printf "  <text transform=\"translate(%.1f,%.1f) rotate(-90)\" font-size=\"12\" text-anchor=\"middle\" " \
    "fill=\"#4a5b6b\">cycles</text>\n", x - 50, y + tall / 2
  for (i = low; i <= high; ++i) {
    at_y = y + tall * (high - i) / (high - low)
    line(x, at_y, x + wide, at_y, "#e3e8ed", 1)
    if (x == left) write(x - 8, at_y + 4, 12, "end", "#4a5b6b", i < 3 ? 10 ^ i : i < 6 ? 10 ^ (i - 3) "K" : 10 ^ (i - 6) "M")
  }
  printf "  <rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#5b7896\"/>\n", x, y, wide, tall
  write(x + wide / 2, y - 8, 14, "middle", "#22303d", "S_" substr(topology, 6) ", " nic ", T_s = " T)
  for (j = 1; j in names; ++j) {
    path = ""
    for (i = 1; i in sizes; ++i) {
      key = topology "," nic "," T "," sizes[i] "," names[j]
      if (!(key in cycles)) continue
      path = path (path == "" ? "M" : " L") sprintf("%.1f,%.1f", x + wide * (i - 1) / 5, \
        y + tall * (high - log(cycles[key]) / log(10)) / (high - low))
    }
    if (path != "") printf "  <path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", path, colours[j], \
      names[j] == "best" ? " stroke-dasharray=\"6 4\"" : ""
  }
}
