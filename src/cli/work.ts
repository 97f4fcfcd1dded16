import type { Command } from 'commander';
import { describeStartFailure } from '../app/start-failures.ts';
import { readConfig } from '../base/config.ts';
import { createLog } from '../base/log.ts';
import type { Publisher } from '../snapshots/publisher/publisher.ts';
import { FAILED, say, stopRequested } from './terminal.ts';

export function addWorkCommand(program: Command): void {
  program
    .command('work')
    .description('run background jobs until it is stopped, beside servers that have JOBS=apart')
    .addHelpText(
      'after',
      `
Runs prompts, sends webhooks, evaluates alerts, makes exports, clears up. As many may run as you like, beside
servers that work themselves too. It needs the servers' DATABASE_URL and ENCRYPTION_KEY, and their DATA_DIR:
snapshots are read there, and files of exports written. It makes no snapshots: a server does, or sightline publish.
With a SNAPSHOT_STORE shared by all, snapshots come from there into its own DATA_DIR.
SIGTERM lets it finish what is under way and exit 0; after kill -9 another goes on within 10 s.`,
    )
    .action(work);
}

async function work(): Promise<void> {
  const stopping = stopRequested();
  const { openJobContext } = await import('../app/job-context.ts');
  const { openDatabase } = await import('../db/open.ts');
  const { startJobs } = await import('../app/jobs.ts');
  const { noteMailSender } = await import('../features/mail/queue.ts');
  const { sweepOwnFolders } = await import('../features/housekeeping/job.ts');
  const { makeMetrics, openMetrics } = await import('../server/health/metrics.ts');
  const { publisherSettings, startPublisher } = await import('../snapshots/publisher/publisher.ts');
  // Jobs open sealed secrets, and log nobody in.
  const config = readConfig({}, { secrets: ['ENCRYPTION_KEY'] });
  const log = createLog(config.logLevel);
  await using opened = new AsyncDisposableStack();
  const open = () => openDatabase(config, log, { onMoved: () => process.exit(FAILED) });
  let follower: Publisher | null = null;
  const isHeld = () => config.store !== null && !follower?.isSettled();
  const { database, services, close } = await openJobContext(config, log, open, { isHeld }).catch((error) => {
    throw describeStartFailure(error, config);
  });
  opened.defer(close);
  // Jobs read snapshots, which come from the object store if one is configured.
  const settings = await publisherSettings(config, database, false);
  follower = settings && startPublisher(settings, log);
  opened.defer(async () => follower?.stop());
  const sweeping = sweepOwnFolders(services);
  opened.defer(() => sweeping.stop());
  await noteMailSender(services);
  const runner = startJobs(services);
  opened.defer(() => runner.stop());
  const metrics = makeMetrics(config, {
    process: { db: database.db, runner: () => runner },
    reports: services.reports,
  });
  if (metrics) {
    const served = await openMetrics(config, async () => [await metrics.json()], log);
    opened.defer(() => served.stop());
  }
  say('Working. Ctrl-C or SIGTERM ends it.');
  await stopping;
  say('Stopping: what is under way is finished.');
}
