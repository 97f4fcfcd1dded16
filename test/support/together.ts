import { resolve } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

type Work = () => Promise<unknown>;

/** For what is still to be reported. */
const REPORTING_MS = 100;

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
  const variables = { ...process.env };
  for (const file of files) {
    await suite(file, { timeout: LONGEST_FILE_MS }, () => import(pathToFileURL(resolve(file)).href));
    // A file may set its time zone, for example.
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    await doAll(afterThisFile);
  }
  await doAll(afterAllFiles);
  // What a test that failed has left open would keep the process for ever. Besides, Node 24.20 has turned round for
  // ever in its own end after servers with several threads; process.exit leaves that out.
  setTimeout(() => process.exit(), REPORTING_MS);
}

async function doAll(works: Work[]): Promise<void> {
  for (const work of works.splice(0).reverse()) await work();
}
