// long: installs versions of the history
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { commitOf } from '../../bench/fleet/upgrade.ts';
import { connect } from '../../src/db/client.ts';
import { applyMigration, migrationFiles } from '../../src/db/migrate.ts';
import { readRoles } from '../../src/db/roles.ts';
import { DEMO_BRANDS, demoRuns } from '../../src/features/demo/content.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { callerAt, until } from '../support/server/app.ts';
import { createTestDatabase } from '../support/server/database.ts';

/**
 * Commits with a lock file of their own, or migrations that others lack. A database of one of those between them, whose
 * migrations were edited later, is refused (src/db/migrate.ts).
 */
const VERSIONS: Record<string, string> = {
  '3b3c5be': 'the first whose migrations are kept: 8 of them',
  e23fee6: '13 migrations; the end of the first day',
  a9039fe: 'organisations apart in the database; backups',
  a7356e6: 'who read a sentiment; extractions by version',
  db99e5a: 'a driver, files and limits of its own',
  '8c80f83': 'bounds and verdicts by method 2, which its pins keep',
};
/** Versions that are tried unless `UPGRADE_FROM=all`: the last, with the pins of method 2. */
const TRIED = process.env['UPGRADE_FROM'] === 'all' ? Object.keys(VERSIONS) : ['8c80f83'];
/** Versions whose pins are answered later by the method that they were made with. */
const WITH_PINS = ['db99e5a', '8c80f83'];
const OWNER = { email: 'owner@upgraded.example', password: 'a long password of 30 characters' };
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ORGANISATION = 'Upgraded';
const RANGE = ['--start', '2026-01-01', '--end', '2026-01-31'];
const REPORTS = ['brands', 'queries', 'mentions'] as const;
type Printed = Record<(typeof REPORTS)[number], string>;
/** Columns that a migration changes, and why. */
const CHANGED: Record<string, string> = {
  'organisations.lexicon_version':
    'raised twice, so that answers are read again: CHANGELOG.md says under which names',
  'brands.website': 'the first of websites',
  'competitors.website': 'the first of websites',
  'read_names.names': 'with websites in place of website',
};

const folder = temporaryFolder();

const missing = Object.keys(VERSIONS).filter((version) => commitOf(version) === null);
const skip = missing.length > 0 ? `the repository has no ${missing.join(', ')}` : false;

/** The files of a commit, with the packages of its own lock file. */
function checkOut(commit: string): string {
  const at = join(folder, commit);
  mkdirSync(at);
  const archive = execFileSync(
    'git',
    [
      'archive',
      '--format=tar',
      commit,
      'src',
      'sql',
      'spec',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ],
    { cwd: ROOT, maxBuffer: 1 << 30 },
  );
  execFileSync('tar', ['-x', '-C', at], { input: archive });
  const lock = createHash('sha256')
    .update(readFileSync(join(at, 'package-lock.json')))
    .digest('hex');
  const packages = join(folder, lock);
  if (existsSync(packages)) symlinkSync(join(packages, 'node_modules'), join(at, 'node_modules'));
  else {
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: at, stdio: 'pipe' });
    symlinkSync(at, packages);
  }
  return at;
}

/** A program of a version, on one database and data folder. */
function programOf(root: string, databaseUrl: string, dataDir: string, [file = '', ...args]: string[]) {
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx/esm'), join(root, file), ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'),
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JWT_SECRET: 'a secret of tests that is long enough',
      ENCRYPTION_KEY: 'another secret of tests, long enough',
      LOG_LEVEL: 'error',
    },
  });
}

/** Reports of January from the pin `record`, as bytes, by a server of a version, which makes the pin if it is missing. */
async function pinnedBy(root: string, databaseUrl: string, dataDir: string): Promise<string[]> {
  const server = programOf(root, databaseUrl, dataDir, ['src/main.ts']);
  const ended = new Promise((done) => server.once('close', done));
  let [output, url] = ['', ''];
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  try {
    await until(() => {
      url = /listens on (http:\/\/\S+)/.exec(output)?.[1] ?? '';
      assert.equal(server.exitCode, null, output);
      return url !== '';
    }, 240_000);
    const call = callerAt(() => url);
    // Shortly after the start the database of a busy machine may not answer yet.
    const answered = async (method: 'GET' | 'POST', path: string, sent: object) => {
      let answer = await call(method, path, sent);
      await until(async () => {
        if (answer.status === 503) answer = await call(method, path, sent);
        return answer.status !== 503;
      });
      assert.ok(answer.status < 300, answer.text);
      return answer;
    };
    const token = (await answered('POST', '/api/auth/login', { body: OWNER })).json.accessToken;
    const found = async () => {
      const { json } = await answered('GET', '/api/pins', { token });
      return json.data.find((pin: { name: string }) => pin.name === 'record');
    };
    if (!(await found())) await answered('POST', '/api/pins', { token, body: { name: 'record' } });
    await until(async () => (await found())?.state === 'READY');
    const body = { snapshot_id: 'record', start_date: '2026-01-18', end_date: '2026-01-31' };
    const intervals = { ...body, include: ['intervals'] };
    const texts: string[] = [];
    for (const [report, asked] of [
      ...REPORTS.map((report) => [report, body] as const),
      ['brands', { ...intervals, compare_to: 'previous' }],
      ['brands', { ...intervals, compare_to: 'previous', dimensions: ['platform'] }],
      ['queries', { ...intervals, compare_to: 'previous', dimensions: ['query'] }],
      ['mentions', { ...intervals, compare_to: 'previous', dimensions: ['brand'] }],
    ] as const) {
      texts.push((await answered('POST', `/api/reports/${report}`, { token, body: asked })).text);
    }
    return texts;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** The command line of a version, on one database and data folder. @throws Error where a command fails */
function commandsOf(root: string, databaseUrl: string, dataDir: string) {
  return async (args: string[], input = ''): Promise<string> => {
    const child = programOf(root, databaseUrl, dataDir, ['src/cli.ts', ...args]);
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    child.stdin.end(input);
    const code = await new Promise((done) => child.once('close', done));
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  };
}
type Commands = ReturnType<typeof commandsOf>;

async function reportsOf(run: Commands): Promise<Printed> {
  const printed = {} as Printed;
  for (const report of REPORTS)
    printed[report] = await run([
      ...['report', report, '--org', ORGANISATION, ...RANGE],
      ...['--limit', '10000', '--format', 'json'],
    ]);
  return printed;
}

/** Fields that later versions add (CHANGELOG.md), left out of a report that an earlier one is compared with. */
function withoutAdded(report: string, earlier: string): string {
  const added = ['sentimentReader', 'pageUrl'].filter((field) => !earlier.includes(`"${field}"`));
  return added.reduce(
    (text, field) => text.replaceAll(new RegExp(`,"${field}":(null|"[^"]*")`, 'g'), ''),
    report,
  );
}

type Row = Record<string, unknown>;
/**
 * All rows of all tables, by table. Read by the owner, whose tables hide their rows from it until it says otherwise.
 */
async function rowsOf(databaseUrl: string): Promise<Map<string, Row[]>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const found = new Map<string, Row[]>();
  const undone = new Error('read');
  try {
    await sql
      .begin(async (tx) => {
        for (const { name } of await tx<{ name: string }[]>`
          select tablename as name from pg_tables where schemaname = 'public' order by 1`) {
          await tx.unsafe(`alter table ${name} no force row level security`);
          found.set(
            name,
            await tx
              .unsafe(`select to_jsonb(t) as row from ${name} t`)
              .then((rows) => rows.map(({ row }) => row as Row)),
          );
        }
        throw undone;
      })
      .catch((error) => {
        if (error !== undone) throw error;
      });
  } finally {
    await sql.end();
  }
  return found;
}

/** What of the rows before is not there after: tables, columns, and rows that have another value. */
function lost(before: Map<string, Row[]>, now: Map<string, Row[]>): string[] {
  const wrong: string[] = [];
  for (const [table, rows] of before) {
    const kept = now.get(table);
    const [first] = rows;
    if (first === undefined) continue;
    if (kept === undefined) {
      wrong.push(`${table}: gone, with ${rows.length} rows`);
      continue;
    }
    const columns = Object.keys(first).filter((column) => !(`${table}.${column}` in CHANGED));
    const gone = columns.filter((column) => kept[0] !== undefined && !(column in kept[0]));
    if (gone.length > 0) wrong.push(`${table}: without ${gone.join(', ')}`);
    const shared = columns.filter((column) => !gone.includes(column));
    const text = (row: Row) => JSON.stringify(shared.map((column) => row[column]));
    const left = new Map<string, number>();
    for (const row of kept) left.set(text(row), (left.get(text(row)) ?? 0) + 1);
    let differing = 0;
    let example = '';
    for (const row of rows) {
      const count = left.get(text(row)) ?? 0;
      if (count === 0) [differing, example] = [differing + 1, text(row)];
      left.set(text(row), count - 1);
    }
    if (differing > 0) wrong.push(`${table}: ${differing} of ${rows.length} rows differ, such as ${example}`);
  }
  return wrong;
}

function writeInput(): { runs: string; brands: string } {
  const now = new Date('2026-02-01T00:00:00Z');
  const days = Array.from({ length: 31 }, (_, at) => `2026-01-${String(at + 1).padStart(2, '0')}`);
  const runs = days
    .flatMap((day) => demoRuns(day, '2026-01-01', now))
    .map(({ brand, platform, queryText, executedAt, answer, citations, externalId }) => ({
      brand,
      platform,
      queryText,
      executedAt,
      answer,
      citations,
      externalId,
    }));
  const lines = (values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const input = { runs: join(folder, 'runs.jsonl'), brands: join(folder, 'brands.jsonl') };
  writeFileSync(input.runs, lines(runs));
  writeFileSync(input.brands, lines([...DEMO_BRANDS]));
  return input;
}

let oldest: { rows: Map<string, Row[]>; printed: Printed } | undefined;

for (const [version, what] of Object.entries(VERSIONS).filter(([version]) => TRIED.includes(version)))
  test(`from ${version} (${what}): all rows are kept, and reports are the same`, {
    skip,
    timeout: 600_000,
  }, async () => {
    const { url, drop } = await createTestDatabase({ isEmpty: true });
    const dataDir = join(folder, `data-${version}`);
    try {
      const { runs, brands } = writeInput();
      const before = commandsOf(checkOut(version), url, dataDir);
      await before(
        [
          'org',
          'create',
          '--name',
          ORGANISATION,
          '--plan',
          'CUSTOM',
          '--email',
          OWNER.email,
          '--password-stdin',
        ],
        OWNER.password,
      );
      await before(['ingest', runs, '--org', ORGANISATION, '--brands', brands]);
      await before(['key', 'create', '--org', ORGANISATION]);
      await before(['snapshot']);
      const printed = await reportsOf(before);
      const hasPin = WITH_PINS.includes(version);
      const pinned = hasPin ? await pinnedBy(join(folder, version), url, dataDir) : [];
      const rows = await rowsOf(url);
      assert.ok((rows.get('runs') ?? []).length > 1_000 && JSON.parse(printed.mentions).data.length > 100);
      oldest ??= { rows, printed };

      const now = commandsOf(ROOT, url, dataDir);
      await now(['migrate']);
      assert.deepEqual(lost(rows, await rowsOf(url)), []);
      await now(['snapshot']);
      const after = await reportsOf(now);
      for (const report of REPORTS)
        assert.equal(withoutAdded(after[report], printed[report]), printed[report], report);
      if (!hasPin) return;
      const later = await pinnedBy(ROOT, url, dataDir);
      assert.deepEqual(
        later.map((text, at) => withoutAdded(text, pinned[at] as string)),
        pinned,
      );
    } finally {
      await drop();
    }
  });

test('from the first migration alone: all rows are kept, and reports are the same', {
  skip,
  timeout: 600_000,
}, async () => {
  assert.ok(oldest, 'the oldest version left its rows');
  const { url, drop } = await createTestDatabase({ isEmpty: true });
  try {
    const sql = connect(url, { role: 'owner', max: 1 });
    await sql`create table migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)`;
    await sql`create table migration_checksums (name text primary key, sha256 text not null)`;
    await sql.begin((tx) => applyMigration(tx, migrationFiles()[0]!, readRoles(url).roles));
    await sql.end();
    await fill(url, oldest.rows);
    const rows = await rowsOf(url);
    assert.ok((rows.get('runs') ?? []).length > 1_000);
    const now = commandsOf(ROOT, url, join(folder, 'data-first'));
    await now(['migrate']);
    assert.deepEqual(lost(rows, await rowsOf(url)), []);
    await now(['snapshot']);
    const printed = await reportsOf(now);
    for (const report of REPORTS)
      assert.equal(withoutAdded(printed[report], oldest.printed[report]), oldest.printed[report], report);
  } finally {
    await drop();
  }
});

/** Puts rows into the tables of a database that has them, in an order that their foreign keys allow. */
async function fill(databaseUrl: string, rows: Map<string, Row[]>): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const tables = [...(await rowsOf(databaseUrl)).keys()].filter((name) => !name.startsWith('migration'));
  let left = tables.filter((name) => (rows.get(name) ?? []).length > 0);
  try {
    for (let tries = left.length; left.length > 0 && tries > 0; tries -= 1) {
      const failed: string[] = [];
      for (const name of left)
        await sql
          .begin(async (tx) => {
            await tx.unsafe(`alter table ${name} no force row level security`);
            await tx.unsafe(`delete from ${name}`);
            await tx.unsafe(
              `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
              [rows.get(name) as never],
            );
            await tx.unsafe(`alter table ${name} force row level security`);
          })
          .catch((error) => {
            if (error.code !== '23503' || tries === 1) throw error;
            failed.push(name);
          });
      left = failed;
    }
  } finally {
    await sql.end();
  }
}
