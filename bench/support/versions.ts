import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, serverEnvironment } from './bench.ts';
import { Changes } from './changes.ts';
import { ask } from './client.ts';
import { type Program, startProgram } from './program.ts';
import { Publisher } from './publisher.ts';

const SERVED_DEADLINE_MS = 120_000;

/** A server and prepared snapshots, which differ in the names of the largest organisation's brands. */
export interface Versions {
  server: Program;
  /** Publishes one of them; settles when it is served. */
  swapTo(version: number): Promise<void>;
  close(): Promise<void>;
}

export async function makeVersions(bench: Bench, count: number): Promise<Versions> {
  const copy = await bench.copy('changes', 'sightline');
  const changes = new Changes(copy);
  const served = join(copy.dataDir, 'served');
  rmSync(served, { recursive: true, force: true });
  mkdirSync(served);
  const publisher = new Publisher(copy.dataDir, served);
  const { id: orgId, key } = bench.dataset.fixtures.largest;
  const ids: string[] = [];
  for (let version = 0; version < count; version += 1) {
    await changes.renameBrands(orgId, version);
    const { id } = await changes.publish();
    await publisher.bring(id);
    ids.push(id);
  }
  await changes.close();
  // The last one: the server's own publisher finds nothing changed since it, and waits for a day.
  await publisher.publish(ids.at(-1)!);
  const server = await startProgram('src/main.ts', serverEnvironment(copy.url, served));
  return {
    server,
    async swapTo(version) {
      const id = ids[version % count]!;
      await publisher.publish(id);
      const deadline = Date.now() + SERVED_DEADLINE_MS;
      for (;;) {
        const { headers } = await ask(server.url, { report: 'brands', key, body: { limit: 1 } });
        if (headers['x-snapshot-id'] === id) return;
        if (Date.now() > deadline) throw new Error('The snapshot was never served.');
        await sleep(20);
      }
    },
    async close() {
      await server.stop();
      rmSync(served, { recursive: true, force: true });
    },
  };
}
