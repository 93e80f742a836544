// Makes the page: bundles source/ and what it uses of report/, and puts the compiled simulator into it.
//
//   node build.mjs FOLDER OUTPUT     FOLDER has playground.js and playground.wasm; needs the npm packages of report/
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {build} from '../report/node_modules/esbuild/lib/main.js';
import {licences} from '../report/licences.mjs';

const [folder, output] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));

/** A script of source/ with everything that it imports, and its licences. */
async function bundle(name) {
  const {outputFiles, metafile} = await build({
    absWorkingDir: here, nodePaths: [path.join(here, '../report/node_modules')], entryPoints: [`source/${name}`], bundle: true,
    minify: true, format: 'iife', charset: 'ascii', target: ['chrome109', 'firefox113', 'safari16.4'], legalComments: 'none',
    loader: {'.css': 'text'}, metafile: true, write: false,
  });
  return `/*!\n${licences(Object.keys(metafile.inputs), here)}\n*/\n${outputFiles[0].text}`;
}

/** The licences of what is compiled into the module, where Debian has them. */
const compiled = ['libfmt-dev', 'nlohmann-json3-dev', 'libcli11-dev', 'libtomlplusplus-dev', 'emscripten']
  .map((name) => [name, `/usr/share/doc/${name}/copyright`]).filter(([, file]) => fs.existsSync(file))
  .map(([name, file]) => `${name}\n\n${fs.readFileSync(file, 'utf8').replaceAll('-->', '-- >')}`);

/** Text that can be in an element of a page. */
const inside = (script) => script.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');

const parts = {
  LICENCES: compiled.join('\n\n'),
  MODULE: gzipSync(fs.readFileSync(path.join(folder, 'playground.wasm')), {level: 9}).toString('base64'),
  WORKER: inside(`${fs.readFileSync(path.join(folder, 'playground.js'), 'utf8')}\n${await bundle('worker.js')}`),
  PAGE: inside(await bundle('main.js')),
};
const page = fs.readFileSync(path.join(here, 'page.html'), 'utf8').replace(/@(\w+)@/g, (_, name) => parts[name]);
fs.writeFileSync(output, page);
console.log(`${output}: ${(page.length / 1e6).toFixed(2)} MB`);
