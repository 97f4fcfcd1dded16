// A thread of the server: everything that requests need, and a listener of its own on the port all share. Told
// what to do by the first thread, which does what is done once: migrations, exports, jobs.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../base/log.ts';
import { openWorker } from './app.ts';
import type { FromThread, ToThread, WorkerSettings } from './worker-pool.ts';

const SERVING_POLL_MS = 50;

const orders = workerData as WorkerSettings;
const port = parentPort as MessagePort;
const tell = (message: FromThread) => port.postMessage(message);

let { served } = orders;
const thread = await openWorker(orders, () => served, createLog(orders.config.logLevel));
const leaving = Promise.withResolvers<number>();

port.on('message', (message: ToThread) => {
  if (message.type === 'served') served = message.served;
  else if (message.type === 'metrics')
    void thread.metrics?.json().then((metrics) => message.answer.postMessage(metrics));
  else if (message.type === 'unready') thread.unready();
  else if (message.type === 'leave') leaving.resolve(message.deadlineMs);
  else if (message.type === 'stopListening') void stop();
  else
    thread.listen(message.port).then(
      (address) => tell({ type: 'listening', address }),
      (error) => tell({ type: 'notListening', error }),
    );
});
const serving = setInterval(() => {
  if (thread.services.reports.current() === null) return;
  clearInterval(serving);
  tell({ type: 'serving' });
}, SERVING_POLL_MS);
tell({ type: 'opened' });

async function stop(): Promise<void> {
  await thread.close(async () => {
    tell({ type: 'stopped' });
    return leaving.promise;
  });
  process.exit(0);
}
