import type { Command } from 'commander';
import { describeStartFailure } from '../app/start-failures.ts';
import { readConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import { FAILED, say, stopRequested, UsageError } from './terminal.ts';

const LOOK_MS = 1_000;

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('make snapshots until it is stopped, for servers that have EXPORT=apart')
    .addHelpText(
      'after',
      `
Makes a snapshot every SNAPSHOT_INTERVAL_SECONDS. It needs the servers' DATABASE_URL and SNAPSHOT_STORE (with its AWS_…
variables), and a DATA_DIR of its own or that of a server. As many may run as you like, beside servers with EXPORT=inside
too: one works at a time, and after kill -9 another goes on within an interval and 10 s. METRICS_PORT serves metrics.
SIGTERM ends it with 0; what it was making is thrown away.`,
    )
    .action(exportRepeatedly);
}

async function exportRepeatedly(): Promise<void> {
  const stopping = stopRequested();
  const { checkStore } = await import('../app/store-check.ts');
  const { openDatabase } = await import('../db/open.ts');
  const { makeMetrics, openMetrics } = await import('../metrics.ts');
  const { CurrentReader } = await import('../snapshots/serving/current-reader.ts');
  const { publisherSettings, startPublisher } = await import('../snapshots/publishing/publisher.ts');
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
  const settings = publisherSettings(config, database.url, true);
  const publisher = settings && startPublisher(settings, log);
  opened.defer(async () => publisher?.stop());
  const reader = new CurrentReader(config.filesDir, LOOK_MS);
  opened.defer(() => reader.close());
  const metrics = makeMetrics(
    { ...config, export: 'apart' },
    {
      process: { db: database.db, publisher: () => publisher ?? undefined },
      reports: { current: () => reader.current(), load: () => null },
    },
  );
  if (metrics) {
    const served = await openMetrics(config, async () => [await metrics.json()], log);
    opened.defer(() => served.stop());
  }
  say('Exporting. Ctrl-C or SIGTERM ends it.');
  await stopping;
  say('Stopping.');
}
