import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { OrgId } from '../../src/base/ids.ts';
import { connect, isConnectionError, openDb, type Sql } from '../../src/db/client.ts';
import { forFile, temporaryFolder, withDatabase } from '../support/for-file.ts';
import { startProxy } from '../support/providers/proxy.ts';
import { makeCertificate, startFront } from '../support/providers/tls-front.ts';

/** A statement that has no outcome by then never gets one, however busy the machine is. */
const HUNG_MS = 20_000;

const database = await withDatabase();
const server = new URL(database.url);
const direct = await forFile(connect(database.url, { role: 'owner', max: 2 }), (it) =>
  it.end({ timeout: 5 }),
);
await direct`create table written (id integer, number integer)`;

/** The database by way of another port, with options of the URL. */
const by = (port: number, options = '') =>
  `${database.url.replace(`:${server.port}/`, `:${port}/`)}${options}`;

const inTime = <T>(work: Promise<T>) => Promise.race([work, sleep(HUNG_MS, 'hung' as const, { ref: false })]);

test('arrays of any values come back as they were, and are what Postgres reads itself', async () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed());
  const arrays: [type: string, element: fc.Arbitrary<unknown>][] = [
    ['text[]', fc.oneof(text, fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ',', ' a ', '\n'))],
    ['integer[]', fc.integer()],
    ['bigint[]', fc.maxSafeInteger()],
    ['double precision[]', fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)],
    ['boolean[]', fc.boolean()],
    [
      'timestamptz[]',
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    ],
    ['bytea[]', fc.uint8Array().map((bytes) => Buffer.from(bytes))],
    [
      'jsonb[]',
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.oneof(text, fc.boolean()), {
        noNullPrototype: true,
      }),
    ],
  ];
  for (const [type, element] of arrays)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(element), { maxLength: 6 }), async (values) => {
        const [row] = await direct<{ values: unknown[]; count: number; same: boolean }[]>`
          select v as values, cardinality(v) as count, v::text::${direct.unsafe(type)} = v as same
          from (select ${values as never}::${direct.unsafe(type)}) t (v)`;
        assert.deepEqual(row?.values, values, type);
        assert.deepEqual([row?.count, row?.same], [values.length, true], type);
      }),
      { numRuns: 40 },
    );
});

test('a statement that fails after some of its rows leaves nothing to the next one', async () => {
  await using sql = connect(database.url, { role: 'owner', max: 1 });
  for (const rows of [1, 2, 500]) {
    const failing = (one: Sql) => one`select 1 / (${rows} - i) as row from generate_series(0, 1000) i`;
    await assert.rejects(failing(sql), { code: '22012' });
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }]);
    await assert.rejects(
      sql.begin((tx) => failing(tx as unknown as Sql)),
      { code: '22012' },
    );
    assert.deepEqual([...(await sql`select 2 as two`)], [{ two: 2 }]);
  }
});

test('a transaction goes to Postgres with its organisation and its first statement in one write', async () => {
  const written: string[] = [];
  const proxy = await startProxy(
    () => Number(server.port),
    () => (bytes) => written.push(bytes.toString('latin1')),
  );
  const db = await openDb(by(proxy.port), 2);
  try {
    const id = '0190a0a0-0000-7000-8000-000000000000' as OrgId;
    const select = () => db.tenant(id, (tx) => tx`select id from brands where org_id = ${id}`);
    await select();
    written.length = 0;
    await select();
    const first = written.find((bytes) => bytes.includes('begin')) ?? '';
    assert.ok(first.includes(`set local app.org_id = '${id}'`), first);
    assert.ok(first.includes('\0E'), 'the statement is executed by the same write');
    const messages = written.filter((bytes) => !bytes.includes('select 1'));
    assert.equal(messages.length, 2, 'and the second one is the commit');
  } finally {
    await db.close();
    await proxy.close();
  }
});

test('a transaction takes no statement once it is over, and fails with any statement of it', async () => {
  let late: Sql | undefined;
  await direct.begin(async (tx) => {
    late = tx as Sql;
    await tx`insert into written values (1, 1)`;
  });
  await assert.rejects(async () => late!`insert into written values (2, 2)`, { code: 'CONNECTION_OVER' });
  await assert.rejects(
    direct.begin(async (tx) => {
      await tx`insert into written values (3, 3)`;
      await tx`select 1 / 0`.catch(() => {});
    }),
    { code: '22012' },
  );
  await assert.rejects(
    direct.begin(async (tx) => {
      tx`select 1 / 0`.then(
        () => {},
        () => {},
      );
      await tx`insert into written values (4, 4)`;
    }),
    { code: '22012' },
    'the reason, and not what followed from it (25P02)',
  );
  const rows = await direct<{ id: number }[]>`select id from written where id < 10`;
  assert.deepEqual(
    rows.map(({ id }) => id),
    [1],
  );
});

test('several hosts are tried in their order, also for one that takes writes; a unix socket is a host too', async () => {
  const closed = await startFront(Number(server.port), null);
  await closed.close();
  const credentials = `${server.username}:${server.password}`;
  const folder = temporaryFolder();
  const unix = await startFront(Number(server.port), null, join(folder, '.s.PGSQL.5432'));
  const hosts = `127.0.0.1:${closed.port},127.0.0.1:${server.port}`;
  const urls = [
    `postgres://${credentials}@${hosts}${server.pathname}`,
    `postgres://${credentials}@${hosts}${server.pathname}?target_session_attrs=read-write`,
    `postgres://${credentials}@${encodeURIComponent(folder)}${server.pathname}`,
    `postgres://${credentials}@localhost${server.pathname}?host=${folder}`,
  ];
  try {
    for (const url of urls) {
      const sql = connect(url, { role: 'app', max: 2 });
      const [row] = await sql<{ role: string }[]>`select current_user as role`;
      assert.equal(row?.role, 'sightline_app', url);
      await sql.end({ timeout: 5 });
    }
    const standby = connect(`${urls[0]}?target_session_attrs=standby`, { role: 'app', max: 1 });
    await assert.rejects(async () => standby`select 1`, { code: 'CONNECTION_UNFIT' });
    await standby.end({ timeout: 5 });
  } finally {
    await unix.close();
  }
});

test('a session that holds a lock stays; when it is lost the lock is free, and the next session takes it again', async () => {
  const KEY = 8_203_115;
  const sql = connect(database.url, { role: 'owner', max: 1, isLasting: true, statementTimeoutMs: 0 });
  const take = async () =>
    (
      await sql<{ pid: number; taken: boolean }[]>`
        select pg_backend_pid() as pid, pg_try_advisory_lock(${KEY}) as taken`
    )[0]!;
  const isHeld = async () =>
    (await direct`select from pg_locks where locktype = 'advisory' and objid = ${KEY}::oid`).length > 0;
  try {
    const first = await take();
    assert.ok(first.taken && (await isHeld()));
    await direct`select pg_terminate_backend(${first.pid})`;
    while (await isHeld()) await sleep(10);
    const second = await take().catch(take);
    assert.ok(second.taken && second.pid !== first.pid && (await isHeld()));
  } finally {
    await sql.end({ timeout: 5 });
  }
});

/** Uses a connection in each way: statements of a transaction, a COPY in both directions. @returns the rows it wrote */
async function work(sql: Sql, id: number): Promise<number> {
  await sql.begin(async (tx) => {
    for (let number = 0; number < 3; number += 1) await tx`insert into written values (${id}, ${number})`;
    const into = await tx.unsafe('copy written from stdin').writable();
    await pipeline(
      Readable.from(Array.from({ length: 200 }, (_, at) => Buffer.from(`${id}\t${3 + at}\n`))),
      into,
    );
  });
  let bytes = 0;
  await sql.begin(async (tx) => {
    const rows = await tx.unsafe(`copy (select * from written where id = ${id}) to stdout`).readable();
    for await (const chunk of rows) bytes += chunk.length;
    await tx`select 1`;
  });
  assert.ok(bytes > 0);
  const [row] = await sql<{ count: number }[]>`select count(*) as count from written where id = ${id}`;
  return row!.count;
}

for (const title of ['plain', 'TLS'])
  test(`${title}: a connection cut at any byte of the answers fails what was under way, and nothing else [long]`, async (t) => {
    let certificate: ReturnType<typeof makeCertificate> | null = null;
    try {
      if (title === 'TLS') certificate = makeCertificate();
    } catch {
      return t.skip('openssl is not here');
    }
    const front = await startFront(Number(server.port), certificate);
    const sql = connect(by(front.port, title === 'TLS' ? '?sslmode=require' : ''), { role: 'owner', max: 2 });
    try {
      let id = title === 'TLS' ? 1_000 : 2_000;
      assert.equal(await work(sql, id), 203);
      let failures = 0;
      // Small steps through start-up, log-in and set-up; larger ones through the statements and the rows.
      for (let bytes = 1; bytes < 6_000; bytes += bytes < 700 ? 47 : 431) {
        id += 1;
        sql.drop();
        front.cutAfter(bytes);
        const outcome = await inTime(work(sql, id).catch((error: unknown) => error));
        front.cutAfter(Number.POSITIVE_INFINITY);
        assert.notEqual(outcome, 'hung', `cut after ${bytes} bytes`);
        if (typeof outcome === 'number') continue;
        failures += 1;
        assert.ok(isConnectionError(outcome), `cut after ${bytes} bytes: ${(outcome as Error).stack}`);
        const [row] = await direct<
          { count: number }[]
        >`select count(*) as count from written where id = ${id}`;
        assert.ok(row?.count === 0 || row?.count === 203, `${row?.count} rows of a transaction`);
        assert.equal(await work(sql, -id), 203, 'the next ones work');
      }
      assert.ok(failures > 12, `${failures}`);
    } finally {
      await sql.end({ timeout: 1 });
      await front.close();
    }
  });

test('a server that offers no TLS is refused where it is required, and taken where it is preferred', async () => {
  const required = connect(`${database.url}?sslmode=require`, { role: 'owner', max: 1 });
  await assert.rejects(async () => required`select 1`, { code: 'CONNECTION_NO_TLS' });
  await required.end({ timeout: 1 });
  const preferred = connect(`${database.url}?sslmode=prefer`, { role: 'owner', max: 1 });
  assert.equal((await preferred`select 1`).length, 1);
  await preferred.end({ timeout: 1 });
});

test('a certificate that nobody vouches for is refused where it is checked', async (t) => {
  let certificate: ReturnType<typeof makeCertificate>;
  try {
    certificate = makeCertificate();
  } catch {
    return t.skip('openssl is not here');
  }
  const front = await startFront(Number(server.port), certificate);
  const sql = connect(by(front.port, '?sslmode=verify-full'), { role: 'owner', max: 1 });
  try {
    await assert.rejects(async () => sql`select 1`, { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  } finally {
    await sql.end({ timeout: 1 });
    await front.close();
  }
});
