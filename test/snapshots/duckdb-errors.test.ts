import assert from 'node:assert/strict';
import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  isDiskFull,
  isInterrupted,
  isOutOfMemory,
  isUnreadableFile,
  isUnreadableLine,
  unreadableLine,
} from '../../src/engine/duckdb-errors.ts';
import { temporaryFolder } from '../support/for-file.ts';

const KINDS = { isDiskFull, isInterrupted, isOutOfMemory, isUnreadableFile, isUnreadableLine };

const folder = temporaryFolder();
const instance = await DuckDBInstance.create(':memory:', {
  threads: '1',
  memory_limit: '64MB',
  temp_directory: join(folder, 'spill'),
  max_temp_directory_size: '1MB',
});
const duckdb = await instance.connect();
after(async () => {
  duckdb.closeSync();
  instance.closeSync();
});

/** The error of a statement, which is of one kind alone. */
async function failureOf(kind: keyof typeof KINDS, statement: () => Promise<unknown>): Promise<unknown> {
  const error = await statement().then(
    () => assert.fail('the statement did not fail'),
    (failure: unknown) => failure,
  );
  const kinds = Object.entries(KINDS).flatMap(([name, isOfKind]) => (isOfKind(error) ? [name] : []));
  assert.deepEqual(kinds, [kind], (error as Error).message);
  return error;
}

test('a statement that is interrupted', async () => {
  setTimeout(() => duckdb.interrupt(), 50);
  await failureOf('isInterrupted', () =>
    duckdb.run('select count(*) from range(100000000) a, range(100000) b where hash(a.range + b.range) = 7'),
  );
});

test('a statement that needs more memory than there is', async () => {
  await failureOf('isOutOfMemory', () =>
    duckdb.run('select list(hash(range) :: varchar || hash(range + 1)) from range(10000000)'),
  );
});

test('a disk that is full', { skip: process.platform !== 'linux' && 'needs /dev/full' }, async () => {
  await failureOf('isDiskFull', () => duckdb.run("copy (from range(100000)) to '/dev/full' (format csv)"));
  assert.ok(isDiskFull(Object.assign(new Error('write'), { code: 'ENOSPC' })));
});

test('a line that makes no row: one that does not fit its type, or is too long', async () => {
  const file = join(folder, 'rows.csv');
  const read = () =>
    duckdb.run(`from read_csv('${file}', header = false, auto_detect = false, delim = ',', quote = '"', escape = '"',
      max_line_size = 100, buffer_size = 1000, columns = {'id': 'VARCHAR', 'sentiment': 'SMALLINT'})`);
  writeFileSync(file, 'a,1\nb,70000\n');
  assert.equal(unreadableLine(await failureOf('isUnreadableLine', read)), 'b,70000');
  writeFileSync(file, `a,1\n"${'x'.repeat(5_000)}",2\n`);
  await failureOf('isUnreadableLine', read);
});

test('a database file with a wrong bit, and one that ends too soon', async () => {
  const make = async (name: string) => {
    const path = join(folder, name);
    await duckdb.run(`attach '${path}' as made`);
    await duckdb.run('create table made.t as select hash(range) as h from range(300000)');
    await duckdb.run('detach made');
    return path;
  };
  const read = async (path: string) => {
    await duckdb.run(`attach '${path}' as damaged (read_only)`);
    await duckdb.run('select sum(h) from damaged.t').finally(() => duckdb.run('detach damaged'));
  };
  const wrong = await make('wrong.duckdb');
  const file = openSync(wrong, 'r+');
  for (let at = 12_288 + 65_536; at < statSync(wrong).size; at += 262_144) writeSync(file, 'damage', at);
  closeSync(file);
  await failureOf('isUnreadableFile', () => read(wrong));
  const short = await make('short.duckdb');
  truncateSync(short, 12_288 + 262_144);
  await failureOf('isUnreadableFile', () => read(short));
});

test('a Parquet file that is gone', async () => {
  await failureOf('isUnreadableFile', () =>
    duckdb.run(`from read_parquet(['${join(folder, 'gone.parquet')}'])`),
  );
});

test('other errors are of no kind', async () => {
  for (const sql of ['select', 'select * from nowhere', "select 'x'::int"])
    await duckdb.run(sql).then(
      () => assert.fail('the statement did not fail'),
      (error) => assert.ok(!Object.values(KINDS).some((isOfKind) => isOfKind(error)), String(error)),
    );
  assert.equal(unreadableLine(new Error('no line')), null);
});
