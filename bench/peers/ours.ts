import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCurrent, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { publishAnew } from '../data/build.ts';
import { LAST_DAY } from '../data/dataset.ts';
import type { Bench } from '../support/bench.ts';
import { Changes } from '../support/changes.ts';
import { ask, askWell } from '../support/client.ts';
import { ProcessTree } from '../support/process-tree.ts';
import type { Cost, Peer } from './peer.ts';

const SERVED_DEADLINE_MS = 1_800_000;

export interface Ours extends Peer {
  /** Writes one more answer, and publishes until it is served, without the wait for the publisher's interval. */
  change(): Promise<Cost>;
}

/** The program as it is: its server, its Postgres, and snapshots that this process publishes as its publisher does. */
export async function startOurs(bench: Bench): Promise<Ours> {
  const { ownerUrl: url, superuserUrl, folder: dataDir, dataset, cluster } = bench;
  const { largest } = dataset.fixtures;
  const database = new ProcessTree(cluster.pid());
  await bench.stopServers();
  const [startedAt, databaseBefore, ownBefore] = [
    performance.now(),
    database.cpuSeconds(),
    process.cpuUsage(),
  ];
  await publishAnew(cluster, dataDir);
  const publisher = process.cpuUsage(ownBefore);
  const server = await bench.server();
  await askWell(server.url, { report: 'brands', key: largest.key, body: { limit: 1 } });
  const seconds = (performance.now() - startedAt) / 1000;
  const trees = [new ProcessTree(server.pid), database];
  const cpuSeconds = () => trees.reduce((sum, tree) => sum + tree.cpuSeconds(), 0);
  const loaded = {
    seconds,
    cpuSeconds: cpuSeconds() - databaseBefore + (publisher.user + publisher.system) / 1e6,
    diskBytes: await snapshotBytes(dataDir),
  };
  const changes = new Changes({ url, superuserUrl, dataDir });
  const like = await changes.newestRun(largest.id);
  const added: string[] = [];

  const served = async (write: () => Promise<unknown>): Promise<Cost> => {
    const [writtenAt, cpuBefore, ownBefore] = [performance.now(), cpuSeconds(), process.cpuUsage()];
    await write();
    const { id } = await changes.publish();
    for (;;) {
      const wanted = { report: 'brands', key: largest.key, body: { limit: 1 } } as const;
      const { headers } = await ask(server.url, wanted);
      const ms = performance.now() - writtenAt;
      const own = process.cpuUsage(ownBefore);
      if (headers['x-snapshot-id'] === id)
        return { seconds: ms / 1000, cpuSeconds: cpuSeconds() - cpuBefore + (own.user + own.system) / 1e6 };
      if (ms > SERVED_DEADLINE_MS) throw new Error('The snapshot was never served.');
      await sleep(2);
    }
  };
  return {
    name: 'Sightline',
    url: server.url,
    loaded,
    cpuSeconds,
    bytes: () => trees.reduce((sum, tree) => sum + tree.bytes(), 0),
    change: () =>
      served(async () => added.push(await changes.addRun(largest.id, like.id, `${LAST_DAY}T23:59:59.999Z`))),
    async stop() {
      if (added.length > 0) {
        await changes.removeRuns(largest.id, added, LAST_DAY);
        await changes.publish();
      }
      await changes.close();
    },
  };
}

async function snapshotBytes(dataDir: string): Promise<number> {
  const folder = snapshotsFolder(dataDir);
  const current = join(folder, (await readCurrent(folder))!);
  return readdirSync(current).reduce((sum, name) => sum + statSync(join(current, name)).size, 0);
}
