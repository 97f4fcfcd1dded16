import { setTimeout as sleep } from 'node:timers/promises';
import { describeStartFailure } from '../app/start-failures.ts';
import { type Config, readConfig } from '../base/config.ts';
import { createLog, type Log } from '../base/log.ts';
import type { Db } from '../db/client.ts';
import { type Database, openDatabase, openPostgres, type RunningPostgres } from '../db/open.ts';
import { findOrganisation, type Organisation } from '../features/organisations/organisations.ts';
import type { Ingestion } from '../features/runs/ingest.ts';
import { say, UsageError } from './terminal.ts';

/** The exit code of a program that Ctrl-C ended, as shells report it. */
const INTERRUPTED = 130;

/** Runs work with the database open and closes it. An embedded database that was not running is stopped again. */
export function withDatabase(
  work: (database: Database, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  return withOpened(openDatabase, work);
}

/** Like `withDatabase`, but without migrating the database, whichever version created it. */
export function withPostgres(
  work: (postgres: RunningPostgres, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  return withOpened(openPostgres, (postgres, log, config) =>
    // The first query shows whether it responds.
    work(postgres, log, config).catch((error) => {
      throw describeStartFailure(error, config);
    }),
  );
}

async function withOpened<Opened extends RunningPostgres>(
  open: (config: Config, log: Log) => Promise<Opened>,
  work: (opened: Opened, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig({}, { secrets: [] });
  // A person reads the messages of a command, so that the log has only warnings and errors.
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await open(config, log).catch((error) => {
    throw describeStartFailure(error, config);
  });
  let isClosing = false;
  const interrupted = () => {
    if (isClosing) return;
    isClosing = true;
    say('Stopped. What was done so far is kept.');
    void Promise.race([database.close(), sleep(3_000)]).finally(() => process.exit(INTERRUPTED));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  process.once('disconnect', interrupted);
  // Listening for the launcher's end must not keep this process alive.
  process.channel?.unref();
  try {
    await work(database, log, config);
  } catch (error) {
    // While closing, work fails because its connection is closed.
    if (!isClosing) throw error;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted).off('disconnect', interrupted);
    if (!isClosing) await database.close();
  }
}

/**
 * Like `withDatabase`, with the organisation of this id or name.
 * @throws UsageError if none, or more than one, matches
 */
export function withOrganisation(
  idOrName: string,
  work: (database: Database, organisation: Organisation, log: Log, config: Config) => Promise<void>,
): Promise<void> {
  return withDatabase(async (database, log, config) =>
    work(database, await chosenOrganisation(database.db, idOrName), log, config),
  );
}

/** The organisation of this id or name. @throws UsageError if none, or more than one, matches */
export async function chosenOrganisation(db: Db, idOrName: string): Promise<Organisation> {
  const organisation = await findOrganisation(db, idOrName);
  if (!organisation)
    throw new UsageError(`No organisation, or more than one, is "${idOrName}": see org list.`);
  return organisation;
}

/** Runs work with ingestion open. */
export async function withIngestion(
  { db }: Database,
  { log, config }: { log: Log; config: Config },
  work: (ingestion: Ingestion) => Promise<void>,
): Promise<void> {
  const { openIngestion } = await import('../app/ingestion.ts');
  // A command is one process with one thread, whatever the server's settings.
  const { ingestion, close } = openIngestion(db, { memory: config.memory, workers: 1 }, log, true);
  await work(ingestion).finally(close);
}
