import type { Command } from 'commander';
import { describeStartFailure } from '../app/start-failures.ts';
import { readConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { withPostgres } from './database.ts';
import { FAILED, say, stopRequested, UsageError } from './terminal.ts';

const LOOK_MS = 1_000;

export function addPublishCommand(program: Command): void {
  program
    .command('publish')
    // The old name.
    .alias('export')
    .description('make snapshots until it is stopped, for servers that have PUBLISH=apart')
    .addHelpText(
      'after',
      `
Makes a snapshot every SNAPSHOT_INTERVAL_SECONDS. It needs the servers' DATABASE_URL and SNAPSHOT_STORE (with its AWS_…
variables), and a DATA_DIR of its own or that of a server. As many may run as you like, beside servers with PUBLISH=inside
too: one works at a time, and after kill -9 another goes on within an interval and 10 s. METRICS_PORT serves metrics.
SIGTERM ends it with 0; what it was making is thrown away.`,
    )
    .action(publishRepeatedly);
}

/** `store adopt`: assigns the store of SNAPSHOT_STORE to the database. */
export function addStoreCommand(program: Command): void {
  program
    .command('store')
    .description('the store that servers share snapshots through (SNAPSHOT_STORE)')
    .command('adopt')
    .description('make the place that SNAPSHOT_STORE names a store of this database')
    .addHelpText(
      'after',
      `
A store says by its mark (STORE) which database it belongs to. The first one is taken by itself. After that a place
without this mark is refused: a disk that is not mounted looks like an empty store, and ids would go back once it is
mounted again. Run this where you move to another place, after a restore into another database, or where the mark is
lost. Servers use the place within seconds. Another database's servers refuse it from then on.`,
    )
    .action(adoptStore);
}

function adoptStore(): Promise<void> {
  return withPostgres(async ({ url }, _log, { store, storePath, filesDir }) => {
    const { connect } = await import('../db/client.ts');
    const { Sharing } = await import('../snapshots/sharing/sharing.ts');
    const { StoreMark } = await import('../files/store-mark.ts');
    const { knownStore, takeStore } = await import('../snapshots/publish/store-claim.ts');
    const mark = store
      ? new Sharing(store).mark
      : storePath !== null
        ? StoreMark.inFolder(storePath, filesDir)
        : null;
    if (mark === null)
      throw new UsageError('SNAPSHOT_STORE is not set: without it each server has snapshots of its own.');
    await using sql = connect(url, { role: 'export', max: 1 });
    await takeStore(sql, mark, await knownStore(sql));
    say(`${mark.address} is a store of this database now.`);
  });
}

async function publishRepeatedly(): Promise<void> {
  const stopping = stopRequested();
  const { checkStore } = await import('../app/store-check.ts');
  const { openDatabase } = await import('../db/open.ts');
  const { makeMetrics, openMetrics } = await import('../server/health/metrics.ts');
  const { CurrentReader } = await import('../snapshots/serve/current-reader.ts');
  const { publisherSettings, startPublisher } = await import('../snapshots/publisher/publisher.ts');
  const config = readConfig({}, { secrets: [] });
  if (config.snapshotIntervalSeconds === 0)
    throw new UsageError('SNAPSHOT_INTERVAL_SECONDS is 0: set it to how often a snapshot is to be made.');
  const log = createLog(config.logLevel);
  await using opened = new AsyncDisposableStack();
  const open = async () => {
    await checkStore(config, log);
    return openDatabase(config, log, { onMoved: () => process.exit(FAILED) });
  };
  const database = await open().catch((error) => {
    throw describeStartFailure(error, config);
  });
  opened.defer(() => database.close());
  const settings = await publisherSettings(config, database, true);
  const publisher = settings && startPublisher(settings, log);
  opened.defer(async () => publisher?.stop());
  const reader = new CurrentReader(config.filesDir, LOOK_MS);
  opened.defer(() => reader.close());
  const metrics = makeMetrics(
    { ...config, publish: 'apart' },
    {
      process: { db: database.db, publisher: () => publisher ?? undefined },
      reports: { current: () => reader.current(), load: () => null },
    },
  );
  if (metrics) {
    const served = await openMetrics(config, async () => [await metrics.json()], log);
    opened.defer(() => served.stop());
  }
  say('Publishing. Ctrl-C or SIGTERM ends it.');
  await stopping;
  say('Stopping.');
}
