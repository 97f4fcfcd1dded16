// npm test [-- files]: starts one Postgres for all test files and runs the quick ones; npm run test:rest runs what that
// leaves out. With SIGHTLINE_TEST_CITUS (the coordinator, postgres://superuser@…) and SIGHTLINE_TEST_CITUS_WORKERS (the
// workers, separated by commas) each test has a database that is distributed over these nodes instead.
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import client from 'postgres';
import { createLog } from '../src/base/log.ts';
import { useEmbeddedPostgres } from '../src/db/embedded.ts';
import { Cluster } from '../src/db/embedded-cluster.ts';
import { migrate } from '../src/db/migrate.ts';
import { type Group, groupsOf } from './support/groups.ts';
import { LONG_TEST, marksOf } from './support/marks.ts';
import { TestProcesses } from './support/processes.ts';
import { AT_ONCE, type Outcome, runAll } from './support/run-again.ts';
import { clusterNodes, prepareCluster } from './support/server/cluster.ts';
import { TEMPLATE_DATABASE, withDatabaseName } from './support/server/database.ts';

/** Long files start servers and browsers, which two cores are soon busy with. */
const LONG_AT_ONCE = 3;
/** Most files of a process, which run one after the other. */
const QUICK_TOGETHER = 9;
const LONG_TOGETHER = 5;

const args = process.argv.slice(2);
const isTestFile = (arg: string) => arg.endsWith('.test.ts');
const chosen = args.filter(isTestFile).flatMap((pattern) => globSync(pattern));
const isRest = args.includes('--rest');
const isQuick = chosen.length === 0 && !isRest;
/** Those of node's own. */
const options = args.filter((arg) => !isTestFile(arg) && arg !== '--rest');
const LONG_TESTS = `/${LONG_TEST.replaceAll(/\W/g, '\\$&')}/`;

const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'));
const log = createLog('error');
const postgres = clusterNodes().length > 0 ? await prepareCluster(log) : await preparePostgres();
const processesWith = (more: string[]) =>
  new TestProcesses(
    ['--import', import.meta.resolve('./support/native.ts'), '--test-timeout=300000', ...options, ...more],
    {
      ...process.env,
      ...postgres.variables,
      LOG_LEVEL: 'silent',
      // Many processes load the same modules.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    },
    process.stdout,
  );
const whole = processesWith(isQuick ? [`--test-skip-pattern=${LONG_TESTS}`] : []);
const onlyLong = processesWith([`--test-name-pattern=${LONG_TESTS}`]);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const processes of [whole, onlyLong]) processes.stop(signal);
  });
let code = 1;
try {
  // Somebody looks at chosen files: they do not run again.
  if (chosen.length > 0) code = (await runFiles(chosen, AT_ONCE)).code;
  else code = await (isRest ? runRest() : runQuick());
} finally {
  await postgres.release();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

function marked() {
  return globSync('test/**/*.test.ts')
    .sort()
    .map((file) => ({ file, ...marksOf(file) }));
}

async function runQuick(): Promise<number> {
  const quick = marked().filter(({ isLong, isMeasured }) => !isLong && !isMeasured);
  return runAll(
    quick.map(({ file }) => file),
    runFiles,
    console.log,
  );
}

async function runRest(): Promise<number> {
  const named = (mark: 'isLong' | 'isMeasured' | 'hasLongTests') =>
    marked().flatMap((one) => (one[mark] ? one.file : []));
  const fewer = (files: string[], atOnce: number) => runFiles(files, Math.min(atOnce, LONG_AT_ONCE));
  const beside = await runAll(named('isLong'), fewer, console.log);
  console.log('\nThe long tests of files whose others are quick:\n');
  const single = await runAll(
    named('hasLongTests'),
    (files, atOnce) => runFiles(files, atOnce, onlyLong),
    console.log,
  );
  console.log('\nWhat measures time, one file after the other:\n');
  const measured = await runAll(named('isMeasured'), (files) => runFiles(files, 1), console.log);
  return beside || single || measured;
}

/** @param atOnce so many processes; with one, each file has its own */
function runFiles(files: string[], atOnce: number, processes = whole): Promise<Outcome> {
  const place = mkdtempSync(join(folder, 'run-'));
  const isApart = (file: string) => atOnce === 1 || marksOf(file).isApart;
  const groups = groupsOf(files, isApart, isQuick ? QUICK_TOGETHER : LONG_TOGETHER);
  return processes.run(
    groups.map((group, at) => ({ path: programOf(group, join(place, `${at}.mjs`)), files: group.files })),
    atOnce,
  );
}

/** Writes the program of a process. @returns its path */
function programOf({ files }: Group, path: string): string {
  const module = JSON.stringify(import.meta.resolve('./support/together.ts'));
  writeFileSync(
    path,
    `import { runTogether } from ${module};\nawait runTogether(${JSON.stringify(files)});\n`,
  );
  return path;
}

/** A Postgres with the database that those of tests are copied from, instead of being migrated one each. */
async function preparePostgres(): Promise<{ variables: Record<string, string>; release(): Promise<void> }> {
  const { url, release } = await useEmbeddedPostgres(folder, log);
  try {
    await forgetDisk();
    const sql = client(url, { max: 1, onnotice: () => {} });
    await sql.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await sql.end();
    await migrate(withDatabaseName(url, TEMPLATE_DATABASE), log);
  } catch (error) {
    await release();
    throw error;
  }
  return { variables: { SIGHTLINE_TEST_POSTGRES: url }, release };
}

/** Its Postgres waits for no disk: it goes with the run. */
async function forgetDisk(): Promise<void> {
  const cluster = await Cluster.open({ dataDir: folder, buffersMb: 128, path: '', log });
  const sql = client(cluster.superuserUrl() ?? '', { max: 1 });
  for (const setting of ['fsync', 'full_page_writes']) await sql.unsafe(`alter system set ${setting} = off`);
  await sql`select pg_reload_conf()`;
  await sql.end();
}
