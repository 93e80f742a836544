#!/usr/bin/env python3
"""Each kind of storage of synth/osu018 is the register that it stands for: Icarus Verilog compares them.

Two words with one input, as in a buffer, get random data and enables for 20,000 cycles. Every damage to the files
must be noticed. Exit 77 without Yosys or Icarus Verilog.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
WORDS = """
module words (input clk_i, input [1:0] en_i, input [31:0] d_i, output reg [31:0] a_o, output reg [31:0] b_o);
  always @(posedge clk_i) begin
    if (en_i[0]) a_o <= d_i;
    if (en_i[1]) b_o <= d_i;
  end
endmodule
"""
# Inputs are outputs of flip-flops of the same clock. Outputs are compared before each edge, and while the clock is high.
BENCH = """
module bench;
  reg clk = 0;
  reg [1:0] en = 0;
  reg [31:0] d = 0;
  wire [31:0] a, b, c, e;
  integer n, writes = 0;
  words i_words (.clk_i(clk), .en_i(en), .d_i(d), .a_o(a), .b_o(b));
  stored i_stored (.clk_i(clk), .en_i(en), .d_i(d), .a_o(c), .b_o(e));
  always @(posedge clk) begin
    en <= n < 2 ? 2'b11 : $random;
    d <= $random;
  end
  initial begin
    for (n = 0; n < 20000; n = n + 1) begin
      #4 if (n > 3 && {a, b} !== {c, e}) begin $display("DIFFERENT %0d low", n); $finish; end
      #1 clk = 1;
      #4 if (n > 3 && {a, b} !== {c, e}) begin $display("DIFFERENT %0d high", n); $finish; end
      if (en != 0) writes = writes + 1;
      #1 clk = 0;
    end
    $display("EQUAL %0d", writes);
    $finish;
  end
endmodule
"""
DAMAGES = {
    "the clock is not gated": ("CLK & hold", "CLK"),
    "the enable is not held": ("CLK & hold", "CLK & enable"),
    "the gated clock is inverted": ("CLK & hold", "~CLK & hold"),
    "the enable is held in the other phase": ("i_hold (.EN(CLK)", "i_hold (.EN(~CLK)"),
    "the first latch is open in the other phase": ("i_first (.EN(CLK)", "i_first (.EN(~CLK)"),
    "the enable has the other polarity": ("EN_POLARITY ? EN", "!EN_POLARITY ? EN"),
}


class Storage(unittest.TestCase):
    def run_kind(self, kind: str, old: str = "", new: str = "") -> tuple[str, int]:
        """What the bench says, and how many latches and flip-flops there are."""
        text = (TOP / f"synth/storage_{kind}.v").read_text()
        self.assertIn(old, text)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            for name, content in {"words.v": WORDS, "bench.v": BENCH, "storage.v": text.replace(old, new)}.items():
                (path / name).write_text(content)
            script = (
                f"read_verilog {path}/words.v; prep -top words; opt_dff; techmap -map {path}/storage.v; opt;"
                " select -assert-none t:$dffe; rename words stored; simplemap t:$dff t:$dlatch;"
                f" write_verilog -noattr {path}/stored.v; tee -o {path}/stat select -list t:$_D*"
            )
            subprocess.run([TOP / "scripts/yosys", "-q", "-p", script], check=True)
            subprocess.run(
                ["iverilog", "-g2012", "-o", path / "bench", path / "bench.v", path / "words.v", path / "stored.v"],
                check=True,
            )
            said = subprocess.run([path / "bench"], check=True, capture_output=True, text=True).stdout
            return said, len((path / "stat").read_text().split())

    def test_each_kind_is_the_register(self) -> None:
        for kind, cells in {"gated": 2 + 2 * 32, "latches": 2 + 32 + 2 * 32}.items():
            with self.subTest(kind):
                said, found = self.run_kind(kind)
                self.assertRegex(said, r"EQUAL 1[45]\d\d\d")
                self.assertEqual(found, cells)

    def test_damage_is_noticed(self) -> None:
        for kind in ("gated", "latches"):
            for name, (old, new) in DAMAGES.items():
                if old.startswith("i_first") and kind == "gated":
                    continue
                with self.subTest(f"{kind}: {name}"):
                    self.assertIn("DIFFERENT", self.run_kind(kind, old, new)[0])


if __name__ == "__main__":
    if not shutil.which("iverilog") or subprocess.run([TOP / "scripts/yosys", "--which"], capture_output=True).returncode:
        print("storage_test: Yosys or Icarus Verilog is missing: skipped", file=sys.stderr)
        sys.exit(77)
    unittest.main()
