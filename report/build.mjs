// Bundles source/ and the libraries it uses into dist/report.js, one file without dependencies.
//
//   node build.mjs [OUTPUT]     by default dist/report.js; needs `npm ci`
//   node build.mjs --hash       prints the hash of what the bundle is made from; needs no packages
//
// The bundle begins with that hash, so that a test without npm can tell whether it is up to date, and with the licences of
// the libraries.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {licences} from './licences.mjs';

const folder = path.dirname(fileURLToPath(import.meta.url));
const at = (...names) => path.join(folder, ...names);

/** Of the sources, this file and the versions of the packages. */
function hash() {
  const sources = fs.readdirSync(at('source'), {recursive: true}).map((name) => path.join('source', name)).sort();
  const sum = crypto.createHash('sha256');
  for (const name of [...sources, 'build.mjs', 'licences.mjs', 'package.json', 'package-lock.json'])
    sum.update(`${name}\n`).update(fs.readFileSync(at(name)));
  return sum.digest('hex');
}

if (process.argv[2] === '--hash') {
  console.log(hash());
} else {
  const {build} = await import('esbuild');
  const result = await build({
    absWorkingDir: folder,
    entryPoints: ['source/main.js'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome109', 'firefox102', 'safari15.4'],
    charset: 'ascii',
    legalComments: 'none',
    loader: {'.css': 'text'},
    metafile: true,
    write: false,
  });
  const texts = licences(Object.keys(result.metafile.inputs), folder);
  const code = result.outputFiles[0].text.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');
  const output = process.argv[2] ?? at('dist', 'report.js');
  fs.mkdirSync(path.dirname(output), {recursive: true});
  fs.writeFileSync(output, `/* sources ${hash()} */\n/*!\nThis file contains:\n\n${texts}\n*/\n${code}`);
}
