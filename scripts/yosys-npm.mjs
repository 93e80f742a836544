// Runs the Yosys of npm's package @yowasp/yosys as if it were a command; scripts/yosys calls it.
//
//   node scripts/yosys-npm.mjs BUNDLE.js ARGUMENT...
//
// That Yosys sees files in memory only. Every absolute path in the arguments, and in the scripts they name, is put
// there if it is a file; what Yosys leaves there, new or changed, is written back. Exits as Yosys does.
import fs from 'node:fs';
import path from 'node:path';

const [bundle, ...args] = process.argv.slice(2);
const {runYosys, Exit} = await import(bundle);
const tree = {};

function folder(name) {
  let at = tree;
  for (const part of name.split('/').filter(Boolean)) at = at[part] ??= {};
  return at;
}

function take(text) {
  for (const [name] of text.matchAll(/\/[^\s;'"]+/g)) {
    const inside = folder(path.dirname(name));
    if (path.basename(name) in inside || !fs.statSync(name, {throwIfNoEntry: false})?.isFile()) continue;
    inside[path.basename(name)] = fs.readFileSync(name);
    if (name.endsWith('.ys')) take(fs.readFileSync(name, 'utf8'));
  }
}

function give(is, was, at) {
  for (const [name, content] of Object.entries(is)) {
    const before = was?.[name], where = path.join(at, name);
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      give(content, before, where);
    } else if (before === undefined || Buffer.compare(Buffer.from(content), Buffer.from(before)) !== 0) {
      fs.writeFileSync(where, content);
    }
  }
}

take(args.join('\n'));
const print = (stream) => (bytes) => { if (bytes) fs.writeSync(stream, bytes); };
let code = 0;
try {
  give(await runYosys(args, tree, {stdout: print(1), stderr: print(2)}) ?? {}, tree, '/');
} catch (failure) {
  if (!(failure instanceof Exit)) throw failure;
  code = failure.code;
  give(failure.files ?? {}, tree, '/');
}
process.exit(code);
