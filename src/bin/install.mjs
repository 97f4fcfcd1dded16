// Installs the packages of package-lock.json that node_modules lacks, so that a fresh clone needs no command of its
// own.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Installs missing or outdated packages of the lock file. Without a lock file, as in an installed packed copy, it does
 * nothing. Development packages are 275 of 697 MB: a server does not need them, and keeps those already there.
 * @param root the folder of package.json, a file URL that ends with a slash
 * @param isForDevelopment whether packages for development are needed too
 * @returns whether it installed something
 * @throws Error when npm fails, and if node_modules is a link to another folder
 */
export function installMissing(root, isForDevelopment) {
  const wanted = packagesOf(new URL('package-lock.json', root));
  if (wanted === null) return false;
  const required = Object.entries(wanted).filter(
    ([path, { link, optional, devOptional }]) => path !== '' && !link && !optional && !devOptional,
  );
  // npm's own record of what it installed.
  const installed = () => packagesOf(new URL('node_modules/.package-lock.json', root));
  const missingOf = (found) =>
    required.filter(
      ([path, { version, dev }]) => (isForDevelopment || !dev) && found?.[path]?.version !== version,
    );
  const found = installed();
  const missing = missingOf(found);
  if (missing.length === 0) return false;
  // npm would empty the folder that the link leads to, while programs of the other clone use it.
  if (lstatSync(new URL('node_modules', root), { throwIfNoEntry: false })?.isSymbolicLink())
    throw new Error(
      `${missing.length} packages of package-lock.json are not in node_modules, which is a link. Run npm ci where it leads to, or remove the link.`,
    );
  // `npm ci` empties the folder first: a running server would lose its files.
  const command = found === null ? ['ci'] : ['install', '--no-save'];
  const keepsDevelopment = isForDevelopment || required.some(([path, { dev }]) => dev && found?.[path]);
  if (!keepsDevelopment) command.push('--omit=dev');
  console.error(
    `${missing.length} packages of package-lock.json are not installed: running npm ${command.join(' ')}.`,
  );
  const npm = process.env.npm_execpath;
  const [file, args] = npm ? [process.execPath, [npm, ...command]] : ['npm', command];
  // npm's output goes to stderr: stdout is the program's.
  const { status } = spawnSync(file, args, { cwd: fileURLToPath(root), stdio: ['ignore', 2, 2] });
  if (status !== 0 || missingOf(installed()).length > 0)
    throw new Error(`npm ${command[0]} failed: see above. Without it the program cannot start.`);
  return true;
}

/** The packages of a lock file by their folder; null: no such file. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return null;
  }
}
