import { LAST_DAY } from '../data/dataset.ts';
import { jsonOf } from '../support/client.ts';
import { median } from '../support/compare.ts';
import type { Ours } from './ours.ts';
import { askPeer, type Cost, type Foreign, type Peer } from './peer.ts';
import type { Change } from './servers/request.ts';

/** Changes of a foreign peer: one takes less processor time than the system counts. */
const FOREIGN_CHANGES = 20;

/** What one more answer costs until a reader sees it: the median time, and the mean processor time. */
export async function changeCosts(
  ours: Ours,
  foreign: readonly Foreign[],
  { key, rounds, another }: { key: string; rounds: number; another: () => Change },
): Promise<Record<string, Cost>> {
  const costs: Record<string, Cost> = {};
  for (const peer of foreign) {
    const [seconds, before] = [[] as number[], peer.cpuSeconds()];
    for (let at = 0; at < FOREIGN_CHANGES; at += 1)
      seconds.push(await seenAfter(peer, key, () => peer.change(another())));
    costs[peer.name] = mean(seconds, peer.cpuSeconds() - before);
  }
  const [seconds, cpu] = [[] as number[], [] as number[]];
  for (let at = 0; at < rounds; at += 1)
    await seenAfter(ours, key, async () => {
      const cost = await ours.change();
      seconds.push(cost.seconds);
      cpu.push(cost.cpuSeconds);
    });
  costs[ours.name] = mean(
    seconds,
    cpu.reduce((sum, one) => sum + one, 0),
  );
  return costs;
}

function mean(seconds: number[], cpuSeconds: number): Cost {
  return { seconds: median(seconds), cpuSeconds: cpuSeconds / seconds.length };
}

/** @returns the seconds until a reader has one run more @throws Error where it has not */
async function seenAfter(peer: Peer, key: string, change: () => Promise<void>): Promise<number> {
  const before = await runs(peer, key);
  const startedAt = performance.now();
  await change();
  const after = await runs(peer, key);
  const seconds = (performance.now() - startedAt) / 1000;
  if (after !== before + 1)
    throw new Error(`${peer.name}: ${before} runs before a change, ${after} after it.`);
  return seconds;
}

async function runs(peer: Peer, key: string): Promise<number> {
  const body = { start_date: LAST_DAY, end_date: LAST_DAY, limit: 1_000 };
  const { data } = jsonOf(await askPeer(peer, { report: 'brands', key, body }));
  return data.reduce((sum, row) => sum + Number(row['visibility_total']), 0);
}
