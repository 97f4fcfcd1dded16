import { statSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { exportSnapshot } from './analytics/export.ts';
import type { ReportId } from './analytics/reports.ts';
import { type Database, openDatabase, openIngestion, openReports } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { isConnectionError } from './db.ts';
import { createApiKey, expiryOf, listApiKeys, revokeApiKey, SCOPES, type Scope } from './domain/api-keys.ts';
import { operator } from './domain/audit.ts';
import { BadFile, ingestFile, readBrandsFile } from './domain/ingest-file.ts';
import {
  createOrganisation,
  deleteOrganisation,
  findOrganisation,
  listOrganisations,
  type Organisation,
  PLANS,
  type Plan,
  setPlan,
} from './domain/organisations.ts';
import { putBrands } from './domain/put-brands.ts';
import { reportRange } from './domain/report-range.ts';
import type { Ingestion } from './domain/runs.ts';
import { resetPassword } from './domain/users.ts';
import { AppError } from './errors.ts';
import { createLog, type Log } from './log.ts';
import { csv, table } from './report-output.ts';

const FAILED = 1;
const WRONG_USE = 2;
/** As a shell tells of a program that Ctrl-C ended. */
const INTERRUPTED = 130;
const SHOWN_REFUSALS = 1000;

/** Says on stderr what is wrong and sets the exit code; nothing is undone. */
class UsageError extends Error {}

const program = new Command('cli')
  .description('Sightline, operated from the command line: works beside a running server, and without one.')
  .version(packageJson.version)
  .showHelpAfterError('(--help shows the options)')
  .exitOverride();

program
  .command('migrate')
  .description('bring the database schema up to date')
  .action(() => withDatabase(async () => say('The database is up to date.')));

const org = program.command('org').description('organisations');
org
  .command('create')
  .description('make an organisation and its owner; prints the id')
  .requiredOption('--name <name>', 'name of the organisation')
  .addOption(new Option('--plan <plan>', 'its plan').choices(PLANS).makeOptionMandatory())
  .requiredOption('--email <email>', "the owner's email address", email)
  .requiredOption('--password-stdin', "read the owner's password from standard input")
  .action(({ name, plan, email }: { name: string; plan: Plan; email: string }) =>
    withDatabase(async ({ db }) => {
      const { id } = await createOrganisation(db, { name, plan, email, password: await passwordFromStdin() });
      console.log(id);
    }),
  );
org
  .command('list')
  .description('list all organisations: id, plan, name')
  .action(() =>
    withDatabase(async ({ db }) => {
      for (const { id, plan, name } of await listOrganisations(db)) console.log(`${id}\t${plan}\t${name}`);
    }),
  );
org
  .command('plan')
  .description("change an organisation's plan")
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .addOption(new Option('--plan <plan>', 'the new plan').choices(PLANS).makeOptionMandatory())
  .action(({ org, plan }: { org: string; plan: Plan }) =>
    withOrganisation(org, async ({ db }, { id, name }) => {
      await setPlan(db, id, plan);
      say(`${name} is on ${plan} now.`);
    }),
  );
org
  .command('delete')
  .description('delete an organisation with all its data; the next snapshot is without it')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .requiredOption('--yes', 'really delete it')
  .action(({ org }: { org: string }) =>
    withOrganisation(org, async ({ db }, { id, name }) => {
      await deleteOrganisation(db, id);
      say(`${name} is deleted.`);
    }),
  );

program
  .command('user')
  .description('people')
  .command('reset-password')
  .description('set a password and end all sessions of the account')
  .requiredOption('--email <email>', 'email address of the account', email)
  .requiredOption('--password-stdin', 'read the new password from standard input')
  .action(({ email }: { email: string }) =>
    withDatabase(async ({ db }) => {
      if (!(await resetPassword(db, email, await passwordFromStdin())))
        throw new UsageError(`No account has the address ${email}.`);
      say('The password is set.');
    }),
  );

const key = program.command('key').description('API keys');
key
  .command('create')
  .description('make an API key; prints the key alone, once')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .option('--name <name>', 'what it is for', 'CLI')
  .option('--scopes <scopes>', `comma-separated: ${SCOPES.join(', ')}`, scopes, ['reports:read'])
  .option('--expires <time>', 'when it ends, such as 2027-01-31T00:00:00Z (default: never)', expiryOf)
  .action(({ org, name, scopes, expires }: { org: string; name: string; scopes: Scope[]; expires?: Date }) =>
    withOrganisation(org, async ({ db }, { id }) => {
      const input = { name, scopes, expiresAt: expires ?? null };
      console.log((await createApiKey(db, operator(id), input)).key);
    }),
  );
key
  .command('list')
  .description('list keys: id, prefix, state, scopes, name')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .action(({ org }: { org: string }) =>
    withOrganisation(org, async ({ db }, { id }) => {
      const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
      for (const { id: keyId, prefix, state, scopes, name } of (await listApiKeys(db, id, all)).data) {
        console.log([keyId, `${prefix}…`, state.toLowerCase(), scopes.join(), name].join('\t'));
      }
    }),
  );
key
  .command('revoke <keyId>')
  .description('end a key; every server refuses it within 5 s')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .action((keyId: string, { org }: { org: string }) =>
    withOrganisation(org, async ({ db }, { id }) => {
      await revokeApiKey(db, operator(id), keyId);
      say('The key is revoked.');
    }),
  );

program
  .command('ingest <file>')
  .description('ingest a file of answers, one JSON run a line; may be repeated, nothing is doubled')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .option('--brands <file>', 'make or update these brands first, one JSON brand a line')
  .action((file: string, { org, brands }: { org: string; brands?: string }) =>
    withOrganisation(org, ({ db }, { id }, log) =>
      withIngestion(db, (ingestion) => ingest(db, ingestion, id, file, brands, log)),
    ),
  );

program
  .command('reextract')
  .description('read kept answers again, those whose extraction or brand names are not current')
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .option('--all', 'all answers, current or not')
  .action(({ org, all = false }: { org: string; all?: boolean }) =>
    withOrganisation(org, ({ db }, { id }) =>
      withIngestion(db, (ingestion) => reextract(ingestion, id, all)),
    ),
  );

program
  .command('snapshot')
  .description('export all that is committed now; running servers serve it within 2 s')
  .action(() =>
    withDatabase(async ({ url }, log, { dataDir, snapshotKeepMinutes: keepMinutes }) => {
      const made = await exportSnapshot({ url, dataDir, keepMinutes, log, wait: true });
      if (!made) throw new Error('Another exporter is at work.');
      const { id, rows, bytes, seconds, isNew } = made;
      const counts = Object.entries(rows).map(([name, count]) => `${name}=${count}`);
      console.log(`${id} ${counts.join(' ')} bytes=${bytes} seconds=${seconds.toFixed(2)}`);
      if (!isNew) say('Nothing has changed since this snapshot.');
    }),
  );

program
  .command('report')
  .description('print a report of the current snapshot')
  .addArgument(program.createArgument('<report>', 'which report').choices(['brands', 'queries', 'mentions']))
  .requiredOption('--org <org>', 'id, or a name that only one has')
  .option('--start <day>', 'first day, YYYY-MM-DD (default: 30 days before today)', day)
  .option('--end <day>', 'last day, YYYY-MM-DD (default: today)', day)
  .option('--brand <id>', 'one brand only')
  .option('--limit <n>', 'most rows, 1 to 10000', wholeNumber(1, 10_000), 1000)
  .option('--offset <n>', 'rows to pass over first', wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)
  .addOption(
    new Option('--format <format>', 'how to print it').choices(['json', 'table', 'csv']).default('table'),
  )
  .action((report: string, options: ReportOptions) => printReport(report, options));

interface ReportOptions {
  org: string;
  start?: string;
  end?: string;
  brand?: string;
  limit: number;
  offset: number;
  format: 'json' | 'table' | 'csv';
}

await program.parseAsync().catch(fail);

async function ingest(
  db: Database['db'],
  ingestion: Ingestion,
  orgId: string,
  file: string,
  brandsFile: string | undefined,
  log: Log,
): Promise<void> {
  const size = sizeOf(file);
  if (brandsFile !== undefined) {
    sizeOf(brandsFile);
    const { created, changed, unchanged } = await putBrands(db, orgId, await readBrandsFile(brandsFile));
    say(`brands: ${created} created, ${changed} changed, ${unchanged} unchanged`);
    // Answers kept so far were read under the old names.
    if (changed > 0) await reextract(ingestion, orgId, false);
  }
  const startedAt = performance.now();
  const bar = progressBar('{bar} {percentage} % | {runs} runs, {rate} a second, {refused} refused');
  bar.start(Math.max(size, 1), 0, { runs: 0, rate: 0, refused: 0 });
  let refusals = 0;
  const { created, unchanged, refused } = await ingestFile(ingestion, orgId, file, {
    onRefused: (line, reason) => {
      refusals += 1;
      if (refusals <= SHOWN_REFUSALS) say(`line ${line}: ${reason}`);
      else if (refusals === SHOWN_REFUSALS + 1) say('… more refused lines are counted, not shown');
    },
    onProgress: ({ bytes, ...done }) => {
      const runs = done.created + done.unchanged + done.refused;
      const rate = Math.round((runs / (performance.now() - startedAt)) * 1000);
      bar.update(Math.min(bytes, size), { runs, rate, refused: done.refused });
    },
  });
  bar.update(Math.max(size, 1));
  bar.stop();
  log.debug({ seconds: (performance.now() - startedAt) / 1000 }, 'ingested');
  console.log(`created ${created}\nunchanged ${unchanged}\nrefused ${refused}`);
  if (refused > 0) process.exitCode = FAILED;
}

async function reextract(ingestion: Ingestion, orgId: string, all: boolean): Promise<void> {
  const bar = progressBar('{value} answers read again');
  bar.start(0, 0);
  const done = await ingestion.reextract(orgId, { all, onProgress: (value) => bar.update(value) });
  bar.stop();
  console.log(`reextracted ${done}`);
}

function printReport(
  name: string,
  { org, start, end, brand, limit, offset, format }: ReportOptions,
): Promise<void> {
  return withOrganisation(org, async ({ db }, { id }, log, config) => {
    const { reports, close } = await openReports(config, db, log);
    try {
      if (!reports.current())
        throw new UsageError('There is no snapshot yet: run the command snapshot first.');
      const report = `report${name.charAt(0).toUpperCase()}${name.slice(1)}` as ReportId;
      const range = reportRange(start, end, new Date());
      const { json } = await reports.run({
        report,
        orgId: id,
        brand: brand ?? null,
        allowed: null,
        ...range,
        limit,
        offset,
      });
      const text = String(json);
      if (format === 'json') console.log(text);
      else process.stdout.write((format === 'csv' ? csv : table)(JSON.parse(text)));
      if (format === 'table') say(`from ${range.start} to ${range.end}`);
    } finally {
      await close();
    }
  });
}

/** Runs work with the database open, and leaves it as it was found. */
async function withDatabase(
  work: (database: Database, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig({}, { needsSecrets: false });
  // Complaints go to a person here; the log's lines are for servers.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await openDatabase(config, log);
  let isClosing = false;
  const interrupted = () => {
    if (isClosing) return;
    isClosing = true;
    say('Stopped. What was done so far is kept.');
    void Promise.race([database.close(), sleep(3_000)]).finally(() => process.exit(INTERRUPTED));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  process.once('disconnect', interrupted);
  // Listening for the launcher's end must not keep us from ours.
  process.channel?.unref();
  try {
    await work(database, log, config);
  } catch (error) {
    // What fails because the connection was closed under it says nothing.
    if (!isClosing) throw error;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('disconnect', interrupted);
    if (!isClosing) await database.close();
  }
}

function withOrganisation(
  idOrName: string,
  work: (database: Database, organisation: Organisation, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database, log, config) => {
    const organisation = await findOrganisation(database.db, idOrName);
    if (!organisation)
      throw new UsageError(`No organisation, or more than one, is "${idOrName}": see org list.`);
    await work(database, organisation, log, config);
  });
}

async function withIngestion(
  db: Database['db'],
  work: (ingestion: Ingestion) => Promise<void>,
): Promise<void> {
  const { ingestion, close } = openIngestion(db);
  await work(ingestion).finally(close);
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE;
  } else if (
    error instanceof UsageError ||
    (error instanceof AppError && ['validation_error', 'not_found'].includes(error.code))
  ) {
    say(error.message);
    process.exitCode = WRONG_USE;
  } else if (error instanceof AppError || error instanceof ConfigError || error instanceof BadFile) {
    say(error.message);
    process.exitCode = FAILED;
  } else if (isConnectionError(error)) {
    say('The database went away. Run the same command again: what is done is kept, nothing is doubled.');
    process.exitCode = FAILED;
  } else {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = FAILED;
  }
}

function say(message: string): void {
  console.error(message);
}

function progressBar(format: string): SingleBar {
  return new SingleBar({
    format,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
    etaBuffer: 50,
  });
}

async function passwordFromStdin(): Promise<string> {
  if (process.stdin.isTTY) say('Password, then Enter and Ctrl-D:');
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function email(value: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw new InvalidArgumentError('This is not an email address.');
  return value;
}

function scopes(value: string): Scope[] {
  const chosen = value.split(',').map((scope) => scope.trim());
  const unknown = chosen.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is none of ${SCOPES.join(', ')}.`);
  return chosen as Scope[];
}

function day(value: string): string {
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value);
  if (!isDay) throw new InvalidArgumentError('This is not a day that exists, YYYY-MM-DD.');
  return value;
}

function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}
