// The exporter's process: a snapshot every interval, apart from the server so that neither's memory nor its
// event loop carries the export. Told what to do by its parent's first message; ends with its parent.
import { setTimeout as sleep } from 'node:timers/promises';
import { exportSnapshot } from '../analytics/export.ts';
import { isConnectionError } from '../db.ts';
import { createLog } from '../log.ts';

export interface ExporterOrders {
  url: string;
  dataDir: string;
  keepMinutes: number;
  memoryMb?: number;
  intervalSeconds: number;
  logLevel: string;
}

process.once('message', (orders: ExporterOrders) => void work(orders));
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches every process of the terminal; the parent decides when we end.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => process.exit(0));

async function work({ intervalSeconds, logLevel, ...options }: ExporterOrders): Promise<never> {
  const log = createLog(logLevel);
  for (;;) {
    const next = performance.now() + intervalSeconds * 1000;
    try {
      const made = await exportSnapshot({ ...options, log });
      if (made?.isNew) log.info(made, 'published a snapshot');
    } catch (error) {
      if (isConnectionError(error))
        log.warn({ reason: (error as Error).message }, 'the database cannot be reached');
      else log.error({ error }, 'the export failed; the snapshot before serves on');
    }
    await sleep(Math.max(0, next - performance.now()));
  }
}
