import { statSync } from 'node:fs';
import { join } from 'node:path';
import { spawnProgram } from '../support/program.ts';
import { startForeign } from './foreign.ts';
import type { Foreign, Source } from './peer.ts';

const SCRIPT = 'bench/peers/servers/duckdb-server.ts';

/** One file of DuckDB behind node:http. */
export function startDuckDb({ rows, folder, keys }: Source): Promise<Foreign> {
  const file = join(folder, 'peer.duckdb');
  return startForeign({
    name: 'DuckDB',
    script: SCRIPT,
    spawn: () => spawnProgram(SCRIPT, { DATABASE: file, FOLDER: rows, KEYS: JSON.stringify(keys) }),
    diskBytes: () => statSync(file).size,
  });
}
