// long: sorts more than fits into memory
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/for-file.ts';
import { startProgram } from '../support/server/programs.ts';

const dataDir = temporaryFolder();
const spill = join(dataDir, 'spill');
const spilling = () => startProgram('test/support/server/spilling.ts', [dataDir]);

test('two engines of one data folder spill at the same time, and leave nothing', async () => {
  const { code, signal, stdout, stderr } = await spilling().ended;
  assert.deepEqual([code, signal, stdout], [0, null, '1000000,1000000\n'], stderr);
  assert.deepEqual(readdirSync(spill), []);
});

test('what killed processes left is cleared at the start, and nobody else loses a file', async () => {
  const left = {
    // Of the version before, of a process that is gone, of another machine.
    'duckdb_temp_storage_DEFAULT-0.tmp': false,
    [`${hostname()}.4194305.0123abcd/duckdb_temp_storage_DEFAULT-0.tmp`]: false,
    'elsewhere.7.0123abcd/old.tmp': false,
    'elsewhere.7.0123abcd/new.tmp': true,
    // Ours is another process, which runs.
    [`${hostname()}.${process.pid}.0123abcd/duckdb_temp_storage_DEFAULT-0.tmp`]: true,
  };
  for (const name of Object.keys(left)) {
    const path = join(spill, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'rows');
    if (name.endsWith('old.tmp')) utimesSync(path, 0, 0);
  }
  assert.equal((await spilling().ended).code, 0);
  for (const [name, stays] of Object.entries(left)) assert.equal(existsSync(join(spill, name)), stays, name);
});
