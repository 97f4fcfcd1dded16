// A client that sends a burst, in a thread of its own so that the one who measures beside it is not held up: as many at
// once as the usual limits allow, then as many a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { WorstCall } from '../worlds/worst-calls.ts';

export interface BurstOrders {
  url: string;
  /** Sent one after the other, from the first again after the last. */
  calls: WorstCall[];
  /** So many begin at once. */
  atOnce: number;
  perSecond: number;
  /** Set to 1 when no more are to be sent. */
  over: SharedArrayBuffer;
  /** Answers so far: 2xx, 503 and others. */
  answered: SharedArrayBuffer;
}

if (workerData) {
  const { url, calls, atOnce, perSecond, over, answered } = workerData as BurstOrders;
  const isOver = new Int32Array(over);
  const counts = new Int32Array(answered);
  const ending = new AbortController();
  let sent = 0;
  const send = async () => {
    const call = calls[sent % calls.length] as WorstCall;
    sent += 1;
    const { path, ...request } = call;
    const status = await fetch(`${url}${path}`, { ...request, signal: ending.signal }).then(
      async (response) => {
        await response.arrayBuffer().catch(() => {});
        return response.status;
      },
      () => 0,
    );
    Atomics.add(counts, status >= 200 && status < 300 ? 0 : status === 503 ? 1 : 2, 1);
  };
  const under = new Set<Promise<void>>();
  const begin = () => {
    const call = send().finally(() => under.delete(call));
    under.add(call);
  };
  for (let at = 0; at < atOnce; at += 1) begin();
  while (Atomics.load(isOver, 0) === 0) {
    await sleep(1000 / perSecond);
    begin();
  }
  ending.abort();
  await Promise.all(under);
}
