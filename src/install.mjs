// Installs what package-lock.json lists and node_modules lacks, so that a fresh clone needs no command of its own.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs `npm ci` where a package of the lock file is missing or of another version. Without a lock file, as in a
 * packed copy that somebody else installed, it does nothing.
 * @param root the folder of package.json, a file URL that ends with a slash
 * @param isForTests whether packages for development are needed too
 * @returns whether it installed something
 * @throws Error when `npm ci` fails, and where node_modules is a link to another folder
 */
export function installMissing(root, isForTests) {
  const wanted = packagesOf(new URL('package-lock.json', root));
  if (wanted === null) return false;
  // What npm has installed, as it wrote it down itself.
  const found = packagesOf(new URL('node_modules/.package-lock.json', root)) ?? {};
  const missing = Object.entries(wanted).filter(
    ([path, { version, dev, devOptional, optional, link }]) =>
      path !== '' &&
      !link &&
      !optional &&
      !devOptional &&
      (isForTests || !dev) &&
      found[path]?.version !== version,
  );
  if (missing.length === 0) return false;
  // npm would empty the folder that it leads to, under the programs of the other clone.
  if (lstatSync(new URL('node_modules', root), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      `${missing.length} packages of package-lock.json are not in node_modules, which is a link. Run npm ci where it leads to, or remove the link.`,
    );
  console.error(`${missing.length} packages of package-lock.json are not installed: running npm ci.`);
  const npm = process.env.npm_execpath;
  const [file, args] = npm ? [process.execPath, [npm, 'ci']] : ['npm', ['ci']];
  // Its words go to stderr: stdout is the program's.
  const { status } = spawnSync(file, args, { cwd: fileURLToPath(root), stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm ci failed: see above. Without it the program cannot start.');
  return true;
}

/** The packages of a lock file by their folder; null where there is none. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}
