import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA } from '../data/dataset.ts';
import { spawnPython } from '../support/program.ts';
import { makePython } from '../support/python.ts';
import { startForeign } from './foreign.ts';
import { Absent, type Foreign, type Source } from './peer.ts';

const SCRIPT = 'bench/peers/servers/clickhouse-server.py';
const REQUIREMENTS = fileURLToPath(new URL('servers/requirements.txt', import.meta.url));

/**
 * ClickHouse as PyPI has it: a library in a Python server (chdb), not its own server.
 * @throws Absent where Python or the package cannot be had
 */
export async function startClickHouse({ rows, folder, keys }: Source, mayInstall: boolean): Promise<Foreign> {
  const python = await pythonWithChdb(mayInstall);
  const database = join(folder, 'clickhouse');
  return startForeign({
    name: 'ClickHouse',
    script: SCRIPT,
    spawn: () =>
      spawnPython(python, SCRIPT, { DATABASE: database, FOLDER: rows, KEYS: JSON.stringify(keys) }),
    diskBytes: () => bytesIn(database),
  });
}

/** Kept beside the data: half a gigabyte. */
async function pythonWithChdb(mayInstall: boolean): Promise<string> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 8);
  const folder = join(DATA, `python-${version}`);
  const done = join(folder, 'done');
  if (!existsSync(done)) {
    if (!mayInstall) throw new Absent('a quick run does not install it');
    console.error('ClickHouse is installed (chdb) …');
    rmSync(folder, { recursive: true, force: true });
    await makePython(folder, REQUIREMENTS).catch((error: Error) => {
      throw new Absent(`Python 3.11 or PyPI is not there: ${error.message.split('\n')[0]}`);
    });
    writeFileSync(done, '');
  }
  return join(folder, 'bin/python');
}

function bytesIn(folder: string): number {
  const files = globSync('**/*', { cwd: folder }).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
