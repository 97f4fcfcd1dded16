import { resolve } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

type Work = () => Promise<unknown>;

/** Its tests have the limit of the command line each; Infinity would be that limit, too. */
const LONGEST_FILE_MS = 24 * 3_600_000;

const afterThisFile: Work[] = [];
const afterAllFiles: Work[] = [];

/** Has something done after the file whose tests run now. */
export function afterFile(work: Work): void {
  afterThisFile.push(work);
}

/** Has something done after the last file of this process: what its files share is closed then. */
export function afterFiles(work: Work): void {
  afterAllFiles.push(work);
}

/**
 * Runs test files in this process, one after the other. Each is a suite, so its hooks are its own.
 * @param files paths from the root of the repository
 */
export async function runTogether(files: string[]): Promise<void> {
  try {
    await runEach(files);
    await doAll(afterAllFiles);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  // node:test sums up at the end of a process, which handles that are open would put off; results.ts ends it then.
  process.emit('beforeExit', 0);
}

async function runEach(files: string[]): Promise<void> {
  const variables = { ...process.env };
  for (const file of files) {
    await suite(file, { timeout: LONGEST_FILE_MS }, () => import(pathToFileURL(resolve(file)).href));
    // A file may set its time zone, for example.
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    await doAll(afterThisFile);
  }
}

async function doAll(works: Work[]): Promise<void> {
  for (const work of works.splice(0).reverse()) await work();
}
