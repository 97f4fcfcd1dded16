import { closeSync, globSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/db/client.ts';
import type { Failure, Sightings } from './client.ts';
import { Fleet, settled } from './fleet.ts';
import type { Member } from './member.ts';
import { Workload } from './workload.ts';

/** How long a process is gone before it is started again. */
const GONE_MS = 1_000;
const AWAY_MS = 30_000;
/** How often the age of what servers show is looked at. */
const LOOK_MS = 250;
/** A request of a connection with a server that was killed may fail this long after. */
const KILLED_MS = 1_000;

export interface Faults {
  sightings: Sightings;
  wrong: string[];
  snapshots: number;
  stored: number;
  kills: Record<string, number>;
  /** Reads that failed on connections with a server that was killed just then, and all others. */
  readsOfKilled: Failure[];
  reads: Failure[];
  /** Writes that failed; each was sent again until it was stored. */
  writes: number;
  /** Seconds, at most, that all ready servers showed older data than the interval allows, the store being there. */
  withoutLeader: number;
  /** Publications that read everything, after the first. */
  fullExports: number;
  /** Objects that were damaged in the store, and whether a server without files came up all the same. */
  damaged: number;
  missed: number;
  extra: number;
}

/** Customers ask a fleet while its processes are killed in turn, its store goes away, and an object of it is damaged. */
export async function faults(
  {
    folder,
    databaseUrl,
    minutes,
    kills,
  }: { folder: string; databaseUrl: string; minutes: number; kills: number },
  tell: (text: string) => void,
): Promise<Faults> {
  const intervalSeconds = 2;
  const fleet = await Fleet.start({ folder, databaseUrl, intervalSeconds });
  if (!fleet.store) tell('without a store: one DATA_DIR for all');
  const ending = new AbortController();
  try {
    const workload = await Workload.open(fleet.proxy.url);
    workload.start();
    const watch = new AgeWatch(fleet, intervalSeconds);
    const watching = watch.watch(ending.signal);
    const killed: { at: number; name: string }[] = [];
    let damaged = 0;
    const until = Date.now() + minutes * 60_000;
    const pauseMs = (minutes * 60_000) / (kills * fleet.programs.length + 1);
    /** Faults of the store, each once its part of the time is over. */
    const ofStore = fleet.store
      ? [
          { at: 0.25, what: () => away(fleet, 'killed') },
          { at: 0.5, what: () => damage(fleet, tell) },
          { at: 0.75, what: () => away(fleet, 'frozen') },
        ]
      : [];
    for (let round = 0; round < kills; round += 1)
      for (const member of fleet.programs) {
        const part = 1 - (until - Date.now()) / (minutes * 60_000);
        const due = ofStore[0];
        if (due && part >= due.at) {
          ofStore.shift();
          watch.isExcused = true;
          if (await due.what()) damaged += 1;
          watch.isExcused = false;
        }
        const startedAt = Date.now();
        tell(`killing ${member.name} (${round + 1} of ${kills})`);
        killed.push({ at: startedAt, name: member.name });
        await restart(fleet, member);
        await sleep(Math.max(0, startedAt + pauseMs - Date.now()));
      }
    await workload.stop();
    const { missed, extra } = await settled(fleet, databaseUrl);
    ending.abort();
    await watching;
    const { sightings, wrong, snapshots, stored } = workload;
    const reads = sightings.failures.filter(({ isRead }) => isRead);
    const isOfKilled = ({ at, server }: Failure) =>
      killed.some(({ at: from, name }) => name === server && at >= from && at < from + KILLED_MS);
    return {
      sightings,
      wrong,
      snapshots: snapshots.size,
      stored,
      kills: Object.fromEntries(fleet.programs.map((member) => [member.name, member.kills])),
      readsOfKilled: reads.filter(isOfKilled),
      reads: reads.filter((failure) => !isOfKilled(failure)),
      writes: sightings.failures.length - reads.length,
      withoutLeader: watch.longest,
      fullExports: await fullExports(fleet, databaseUrl),
      damaged,
      missed,
      extra,
    };
  } finally {
    ending.abort();
    await fleet.stop();
  }
}

async function restart(fleet: Fleet, member: Member): Promise<void> {
  await member.kill();
  await sleep(GONE_MS);
  member.start();
  await fleet.ready(member);
}

/** The store is away for half a minute: its process is gone, or takes connections and says nothing. */
async function away({ store }: Fleet, how: 'killed' | 'frozen'): Promise<boolean> {
  if (how === 'frozen') store?.freeze();
  else await store?.kill();
  await sleep(AWAY_MS);
  if (how === 'frozen') store?.thaw();
  else store?.start();
  // Publishers find it within an interval or two; what they then make counts again.
  await sleep(10_000);
  return false;
}

/** Flips a byte in the largest object of the store, and has a server fetch all files anew. @returns once it is ready */
async function damage(fleet: Fleet, tell: (text: string) => void): Promise<boolean> {
  const objects = globSync('**/objects/*', { cwd: fleet.objects ?? '' })
    .map((path) => join(fleet.objects ?? '', path))
    .filter((path) => statSync(path).isFile())
    .sort((a, b) => statSync(a).size - statSync(b).size);
  const path = objects.at(-1);
  if (path === undefined) throw new Error('The store has no objects.');
  tell(`damaging ${path}`);
  const file = openSync(path, 'r+');
  const at = Math.floor(statSync(path).size / 2);
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  closeSync(file);
  const [server] = fleet.servers;
  if (!server) return false;
  await server.stop();
  rmSync(join(fleet.dataDir(server.name), 'snapshots'), { recursive: true, force: true });
  server.start();
  await fleet.ready(server);
  return true;
}

/** Looks how old the data is that servers show. */
class AgeWatch {
  readonly #fleet: Fleet;
  readonly #intervalSeconds: number;
  /** Seconds beyond the interval. */
  longest = 0;
  /** While the store is away, nothing is published. */
  isExcused = false;

  constructor(fleet: Fleet, intervalSeconds: number) {
    this.#fleet = fleet;
    this.#intervalSeconds = intervalSeconds;
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ages = await Promise.all(this.#fleet.servers.map((server) => ageOf(this.#fleet.urlOf(server))));
      // The youngest: a server that was just started may have to catch up.
      const age = Math.min(...ages);
      if (!this.isExcused && Number.isFinite(age))
        this.longest = Math.max(this.longest, age - this.#intervalSeconds);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** Seconds since the data of a server was complete; infinite where it does not answer. */
async function ageOf(url: string | null): Promise<number> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
    const { snapshot } = (await answer.json()) as { snapshot: { ageSeconds: number } | null };
    return snapshot?.ageSeconds ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Publications, after the first of all, that read as many parts from Postgres as there are. */
async function fullExports(fleet: Fleet, databaseUrl: string): Promise<number> {
  const sql = connect(databaseUrl, { role: 'owner', max: 1 });
  const [{ months } = { months: 0 }] = await sql<{ months: number }[]>`
    select count(distinct date_trunc('month', executed_at))::int as months from runs`;
  await sql.end();
  // Organisations of the test have fewer buckets than there are, and each has all months.
  const least = 16 + months;
  const published = fleet.programs.flatMap((member) => member.said('published a snapshot'));
  return Math.max(0, published.filter(({ parts }) => Number(parts) >= least).length - 1);
}
