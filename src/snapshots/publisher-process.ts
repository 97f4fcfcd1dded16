// The exporter's process: a snapshot every interval, apart from the server so that neither's memory nor its
// event loop carries the export. Told what to do by its parent's first message; ends with its parent, and with an
// export that fails: whatever that left behind, a session or half a file, ends with the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../base/log.ts';
import { isConnectionError } from '../db/client.ts';
import { refusedCurrent, snapshotsFolder } from './manifest.ts';
import { publishSnapshot } from './publish.ts';
import { BEAT_MS, type Beat, type PublisherSettings } from './publisher.ts';

let moves = 0;
let exports = 0;
const onMove = () => {
  moves += 1;
};

process.once('message', (orders: PublisherSettings) => void work(orders));
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the parent decides when we end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(0));

async function work({ intervalSeconds, logLevel, ...options }: PublisherSettings): Promise<never> {
  const log = createLog(logLevel);
  setInterval(() => process.send?.({ moves, exports } satisfies Beat), BEAT_MS);
  for (;;) {
    const next = performance.now() + intervalSeconds * 1000;
    try {
      const made = await publishSnapshot({ ...options, log, onMove });
      exports += 1;
      if (made?.isNew) log.info(made, 'published a snapshot');
    } catch (error) {
      if (!isConnectionError(error)) {
        log.error({ error }, 'the export failed; the snapshot before serves on');
        process.exit(1);
      }
      log.warn({ reason: (error as Error).message }, 'the database cannot be reached');
    }
    await pauseUntil(next, options.dataDir);
  }
}

/** Until the next export is due, or a reader has refused the snapshot there is. */
async function pauseUntil(next: number, dataDir: string): Promise<void> {
  const refused = await refusedCurrent(snapshotsFolder(dataDir));
  for (;;) {
    onMove();
    const leftMs = next - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, BEAT_MS));
    const now = await refusedCurrent(snapshotsFolder(dataDir));
    if (now !== null && now !== refused) return;
  }
}
