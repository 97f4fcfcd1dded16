import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a Python of its own in a folder, with the packages of a list. @returns its folder of programs */
export async function makePython(folder: string, requirements: string): Promise<string> {
  const programs = join(folder, 'bin');
  await run('python3', ['-m', 'venv', folder]);
  const install = ['-m', 'pip', 'install', '--quiet', '--no-cache-dir', '-r', requirements];
  await run(join(programs, 'python'), install);
  return programs;
}
