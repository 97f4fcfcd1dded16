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
/** As src/snapshots/publish/publish-lock.ts has it. */
const PUBLISH_LOCK = 7_203_115;
/** How often it is looked whether a publisher is at work. */
const LOOK_MS = 100;
/** An age is told and read some time apart: data that became complete so much later did not. */
const SAME_MS = 1_000;
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
  /** Seconds, at most, in which no publisher was at work, the store being there. */
  withoutLeader: number;
  /** Publications that read everything, after the first. */
  fullExports: number;
  /** Objects that were damaged in the store, and whether a server without files came up all the same. */
  damaged: number;
  missed: number;
  extra: number;
}

/**
 * Customers ask a fleet while its processes are killed in turn, its store goes away, and an object of it is damaged.
 */
export async function faults(
  {
    folder,
    databaseUrl,
    minutes,
    kills,
  }: { folder: string; databaseUrl: string; minutes: number; kills: number },
  tell: (text: string) => void,
): Promise<Faults> {
  const fleet = await Fleet.start({ folder, databaseUrl });
  if (!fleet.store) tell('without a store: one DATA_DIR for all');
  const ending = new AbortController();
  try {
    const workload = await Workload.open(fleet.proxy.url);
    workload.start();
    const watch = new LeaderWatch(fleet, databaseUrl);
    const watching = watch.watch(ending.signal);
    const killed: { at: number; name: string }[] = [];
    let damaged = 0;
    const until = Date.now() + minutes * 60_000;
    const pauseMs = (minutes * 60_000) / (kills * fleet.programs.length + 1);
    /** Faults of the store, each once its part of the time is over. */
    const ofStore = fleet.store
      ? [
          { at: 0.25, what: () => away(fleet, 'killed', tell) },
          { at: 0.5, what: () => damage(fleet, tell) },
          { at: 0.75, what: () => away(fleet, 'frozen', tell) },
        ]
      : [];
    const faultOfStore = async (part: number) => {
      const due = ofStore[0];
      if (!due || part < due.at) return;
      ofStore.shift();
      watch.isExcused = true;
      if (await due.what()) damaged += 1;
      watch.isExcused = false;
    };
    for (let round = 0; round < kills; round += 1)
      for (const member of fleet.programs) {
        await faultOfStore(1 - (until - Date.now()) / (minutes * 60_000));
        const startedAt = Date.now();
        tell(`killing ${member.name} (${round + 1} of ${kills})`);
        killed.push({ at: startedAt, name: member.name });
        await restart(fleet, member);
        await sleep(Math.max(0, startedAt + pauseMs - Date.now()));
      }
    // Those that a short time had no room for.
    while (ofStore.length > 0) await faultOfStore(1);
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
async function away(
  { store }: Fleet,
  how: 'killed' | 'frozen',
  tell: (text: string) => void,
): Promise<boolean> {
  tell(`the store is ${how}`);
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

/** Looks whether a publisher is at work: it holds the lock of publishing, or has just made or confirmed a snapshot. */
class LeaderWatch {
  readonly #fleet: Fleet;
  readonly #databaseUrl: string;
  /** Seconds in which nobody was at work. */
  longest = 0;
  /** While the store is away, nothing is published. */
  isExcused = false;

  constructor(fleet: Fleet, databaseUrl: string) {
    this.#fleet = fleet;
    this.#databaseUrl = databaseUrl;
  }

  async watch(signal: AbortSignal): Promise<void> {
    const sql = connect(this.#databaseUrl, { role: 'owner', max: 1 });
    let seenAt = Date.now();
    let complete = 0;
    while (!signal.aborted) {
      const [row] = await sql<{ isHeld: boolean }[]>`
        select exists (select from pg_locks where locktype = 'advisory' and objid = ${PUBLISH_LOCK} and granted) as "isHeld"`;
      const asOfs = await Promise.all(this.#fleet.servers.map((server) => asOf(this.#fleet.urlOf(server))));
      const newest = Math.max(...asOfs);
      if (row?.isHeld || newest > complete + SAME_MS || this.isExcused) seenAt = Date.now();
      complete = Math.max(complete, newest);
      this.longest = Math.max(this.longest, (Date.now() - seenAt) / 1000);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
    await sql.end();
  }
}

/** When the data of a server was complete, in ms since the epoch; 0 where it does not answer. */
async function asOf(url: string | null): Promise<number> {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1_000) });
    const { snapshot } = (await answer.json()) as { snapshot: { ageSeconds: number } | null };
    return snapshot ? Date.now() - snapshot.ageSeconds * 1000 : 0;
  } catch {
    return 0;
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
