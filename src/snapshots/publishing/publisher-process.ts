// The publisher's process: it publishes a snapshot every interval. A process of its own, so that the work takes neither
// memory nor the event loop of the server. Its settings are the parent's first message. It ends with its parent, and
// when publishing fails: what that left behind, a session or half a file, ends with the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../base/log.ts';
import { isConnectionError } from '../../db/client.ts';
import { refusedCurrent, snapshotsFolder } from '../manifest.ts';
import { publishSnapshot } from './publish.ts';
import { BEAT_MS, type Beat, type PublisherSettings } from './publisher.ts';
import { TurnCounts } from './turn-counts.ts';

let moves = 0;
let exports = 0; // publications that succeeded
const counts = new TurnCounts();
const onProgress = () => {
  moves += 1;
};

process.once('message', (settings: PublisherSettings) => void publishRepeatedly(settings));
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(0));

async function publishRepeatedly({
  intervalSeconds,
  logLevel,
  ...options
}: PublisherSettings): Promise<never> {
  const log = createLog(logLevel);
  setInterval(() => {
    const residentBytes = process.memoryUsage.rss();
    process.send?.({ moves, exports, turns: counts.turns, residentBytes } satisfies Beat);
  }, BEAT_MS);
  for (;;) {
    const next = performance.now() + intervalSeconds * 1000;
    try {
      const made = await publishSnapshot({ ...options, log, onProgress });
      exports += 1;
      counts.note(made);
      if (made?.isNew) log.info(made, 'published a snapshot');
    } catch (error) {
      if (!isConnectionError(error)) {
        log.error({ error }, 'publishing failed; the snapshot before stays in use');
        process.exit(1);
      }
      log.warn({ reason: (error as Error).message }, 'the database cannot be reached');
    }
    await pauseUntil(next, options.dataDir);
  }
}

/** Waits until the next publication is due, or a reader has refused the current snapshot. */
async function pauseUntil(next: number, dataDir: string): Promise<void> {
  const refused = await refusedCurrent(snapshotsFolder(dataDir));
  for (;;) {
    onProgress();
    const leftMs = next - performance.now();
    if (leftMs <= 0) return;
    await sleep(Math.min(leftMs, BEAT_MS));
    const now = await refusedCurrent(snapshotsFolder(dataDir));
    if (now !== null && now !== refused) return;
  }
}
