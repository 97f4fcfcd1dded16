// Replaces some files of the repository for `npm pack`, because npm takes neither a lock file nor `overrides` from a
// package that is installed from a file. The package gets:
//
//   package.json         lists all top-level packages of the lock file in their exact versions, so that npm can choose
//                        only the few nested ones; no development packages
//   npm-shrinkwrap.json  the lock file of that, for `npm ci` in the unpacked package
//   src/contract/generated  the contract made from spec/, and its types
//   src/web/docs/page/rapidoc  the one built file that is served, instead of rapidoc and its dependencies
//
//   node src/bin/pack.mjs write|restore
//
// In a packed copy, which has no lock file, it does nothing: the copy is packed unchanged.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'));
const write = (path, value) => writeFileSync(at(path), `${JSON.stringify(value, null, 2)}\n`);

/** The repository's package.json while the package's takes its place. */
const KEPT = '.package.json.kept';
const RAPIDOC = 'src/web/docs/page/rapidoc';
const SCRIPTS = ['start', 'cli', 'prepack', 'postpack'];

if (existsSync(at('package-lock.json'))) {
  // Also before writing: the last packing may have been killed.
  restore();
  if (process.argv[2] === 'write') {
    try {
      makeContract();
      copyRapidoc();
      writeManifest();
    } catch (error) {
      restore();
      throw error;
    }
  }
}

function restore() {
  if (existsSync(at(KEPT))) renameSync(at(KEPT), at('package.json'));
  for (const path of ['npm-shrinkwrap.json', RAPIDOC]) rmSync(at(path), { recursive: true, force: true });
}

function makeContract() {
  const args = [at('src/bin/launch.mjs'), at('src/contract/document/generate.ts')];
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The contract could not be made from spec/: see above.');
}

function copyRapidoc() {
  const built = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');
  const files = {
    'rapidoc-min.js': built,
    'rapidoc-min.js.LICENSE.txt': `${built}.LICENSE.txt`,
    'LICENSE.txt': `${dirname(built)}/../LICENSE.txt`,
  };
  mkdirSync(at(RAPIDOC));
  for (const [name, path] of Object.entries(files)) copyFileSync(path, at(`${RAPIDOC}/${name}`));
}

function writeManifest() {
  const manifest = read('package.json');
  const lock = read('package-lock.json');
  delete manifest.dependencies.rapidoc;
  const locked = production(manifest, lock.packages);
  const beside = lifted(locked);
  const pick = (isOptional) =>
    Object.fromEntries(
      Object.entries(beside)
        .filter(([, { optional = false }]) => optional === isOptional)
        .map(([name, entry]) => [name, entry.name ? `npm:${entry.name}@${entry.version}` : entry.version])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const { devDependencies: _, allowScripts: __, ...rest } = manifest;
  const packed = {
    ...rest,
    scripts: Object.fromEntries(SCRIPTS.map((name) => [name, manifest.scripts[name]])),
    dependencies: pick(false),
    optionalDependencies: pick(true),
    // The overrides apply only to `npm ci` in the unpacked package.
    overrides: Object.fromEntries(
      Object.entries(manifest.overrides).filter(([name]) => `node_modules/${name}` in locked),
    ),
  };
  const { name, version, license, engines, bin, dependencies, optionalDependencies } = packed;
  write('npm-shrinkwrap.json', {
    ...lock,
    packages: {
      '': { name, version, license, engines, bin, dependencies, optionalDependencies },
      ...locked,
      ...Object.fromEntries(Object.entries(beside).map(([each, entry]) => [`node_modules/${each}`, entry])),
    },
  });
  // The copy is complete or absent, even if this is killed.
  copyFileSync(at('package.json'), at(`${KEPT}.part`));
  renameSync(at(`${KEPT}.part`), at(KEPT));
  write('package.json', packed);
}

/** The packages of the lock file that are needed to run, by folder. */
function production(manifest, packages) {
  const found = {};
  const left = [''];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      folder === '' ? manifest : packages[folder];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolved(packages, folder, name);
      if (path === null || path in found) continue;
      const { dev, devOptional, peer, ...entry } = packages[path];
      found[path] = devOptional ? { ...entry, optional: true } : entry;
      left.push(path);
    }
  }
  return found;
}

/** The folder of a package as resolved from `folder`; null: an optional package that the lock file lacks. */
function resolved(packages, folder, name) {
  for (let from = folder; ; from = from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (from === '') return null;
  }
}

/** The packages at the top level, by name, and the nested ones, always in the same version. */
function lifted(locked) {
  const beside = {};
  for (const [path, entry] of Object.entries(locked)) {
    const name = path.replace(/^.*node_modules\//, '');
    const isSame = ([other, { version }]) =>
      version === entry.version || !other.endsWith(`node_modules/${name}`);
    if (path === `node_modules/${name}` || Object.entries(locked).every(isSame)) beside[name] = entry;
  }
  return beside;
}
