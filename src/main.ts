import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp } from './app/app.ts';
import { keepTicksFast } from './app/fast-ticks.ts';
import { describeStartFailure } from './app/start-failures.ts';
import { type Config, ConfigError, readConfig } from './base/config.ts';
import { OperatorError } from './base/errors.ts';
import { createLog } from './base/log.ts';
import { makeDemo } from './features/demo/demo.ts';
import { expectedInterval } from './snapshots/freshness.ts';
import { getPages } from './web/pages.ts';

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const FIRST_SNAPSHOT_DEADLINE_MS = 120_000;

keepTicksFast();
const config = configOrExit();
const log = createLog(config.logLevel);
// An uncaught error may leave any work half done, so the process ends and the launcher restarts it.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => {
    log.fatal({ error }, 'an error was not caught; the server ends');
    process.exit(1);
  });
const app = await createApp(config, log, { onDatabaseMoved: () => process.exit(1) }).catch(cannotStart);

let isStopping = false;
async function stop(reason: string): Promise<void> {
  // The terminal and the launcher may both deliver the same Ctrl-C.
  if (isStopping) return;
  isStopping = true;
  log.info({ reason }, 'stopping');
  await app.close();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
process.on('disconnect', () => void stop('the launcher ended'));

try {
  // The demo's invented data is for trying things out, so it is created only if nobody else can reach the server.
  const isDemo = app.database.isEmbedded && LOOPBACK.includes(config.host);
  const demo = isDemo ? await makeDemo(app.services, config.dataDir) : null;
  const { address, port, family } = await app.listen();
  process.send?.({ type: 'listening', port });
  // Built before the first visitor; in a server with workers, each worker builds its own.
  if (config.workers === 1)
    void getPages().catch((error) => log.error({ error }, 'the pages were not built'));
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${config.basePath}`;
  await firstSnapshot(app);
  const lines = [`Sightline listens on ${url}   (documentation: ${url}/docs, contract: ${url}/openapi.json)`];
  if (demo) {
    lines.push(
      '',
      'The demo organisation holds invented brands and answers of the last 60 days.',
      `  login    ${demo.email} / ${demo.password}`,
      `  API key  ${demo.apiKey}`,
      '',
      'A brands report:',
      `curl -sS -X POST ${url}/api/customer/v1/reports/brands -H 'X-API-Key: ${demo.apiKey}'`,
    );
  }
  console.log(lines.join('\n'));
} catch (error) {
  if (!isStopping) {
    await app.close();
    cannotStart(error);
  }
}

function cannotStart(reason: unknown): never {
  const error = describeStartFailure(reason, config);
  if (error instanceof OperatorError) console.error(error.message);
  else log.fatal({ error }, 'the start failed');
  process.exit(1);
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function firstSnapshot(app: App): Promise<void> {
  if (expectedInterval(config) === 0 && config.store === null && !app.isServing())
    return log.warn(
      'there is no snapshot yet: make one with sightline snapshot (in a clone: npm run cli -- snapshot)',
    );
  const deadline = performance.now() + FIRST_SNAPSHOT_DEADLINE_MS;
  while (!app.isServing() && performance.now() < deadline && !isStopping) await sleep(50);
}
