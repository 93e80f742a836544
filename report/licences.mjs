// The licences of npm's packages that have files in a bundle.
import fs from 'node:fs';
import path from 'node:path';

/** `inputs`: the names of the bundle's files, from esbuild, relative to `folder`. Texts with a rule between them, for a comment. */
export function licences(inputs, folder) {
  const packages = new Set();
  for (const file of inputs) {
    const found = file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
    if (found) packages.add(found[1]);
  }
  return [...packages].sort().map((name) => {
    const about = JSON.parse(fs.readFileSync(path.join(folder, name, 'package.json'), 'utf8'));
    const file = fs.readdirSync(path.join(folder, name)).find((one) => /^licen[cs]e/i.test(one));
    return `${about.name} ${about.version} (${about.license})\n\n${fs.readFileSync(path.join(folder, name, file), 'utf8').trim()}`;
  }).join('\n\n' + '-'.repeat(80) + '\n\n').replaceAll('*/', '* /');
}
