// A worker: a thread with everything that requests need, and a listener on the port that all workers share. The first
// thread does the one-time work (migrations, snapshots, jobs) and sends the workers requests; see worker-pool.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../base/log.ts';
import { getPages } from '../web/pages.ts';
import { openWorker } from './app.ts';
import { keepTicksFast } from './fast-ticks.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-pool.ts';

const SERVING_POLL_MS = 50;

keepTicksFast();
const settings = workerData as WorkerSettings;
const firstThread = parentPort as MessagePort;
const reply = (message: WorkerReply) => firstThread.postMessage(message);

let { served } = settings;
const log = createLog(settings.config.logLevel);
const worker = await openWorker(settings, () => served, log);
/** Gives the deadline for the requests under way, ms. */
const ending = Promise.withResolvers<number>();

firstThread.on('message', (request: WorkerRequest) => {
  if (request.type === 'served') served = request.served;
  else if (request.type === 'metrics')
    void worker.metrics?.json().then((metrics) => request.reply.postMessage(metrics));
  else if (request.type === 'unready') worker.unready();
  else if (request.type === 'end') ending.resolve(request.deadlineMs);
  else if (request.type === 'stopListening') void stop();
  else
    worker.listen(request.port).then(
      (address) => reply({ type: 'listening', address }),
      (error) => reply({ type: 'notListening', error }),
    );
});
const polling = setInterval(() => {
  if (worker.services.reports.current() === null) return;
  clearInterval(polling);
  reply({ type: 'serving' });
}, SERVING_POLL_MS);
reply({ type: 'opened' });
// Built now, so that the first visitor does not wait.
void getPages().catch((error) => log.error({ error }, 'the pages were not built'));

async function stop(): Promise<void> {
  await worker.close(async () => {
    reply({ type: 'stopped' });
    return ending.promise;
  });
  process.exit(0);
}
