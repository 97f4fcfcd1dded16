import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { pathOf } from '../support/client.ts';
import { percentile } from '../support/compare.ts';
import { showRound } from '../support/progress.ts';
import { askPeer, type Peer } from './peer.ts';
import { ASKED, type Body, type Organisations, REPORTS, type Report, unasked } from './requests.ts';

export const CLIENTS = [1, 8, 64] as const;
export type Clients = (typeof CLIENTS)[number];

export interface Case {
  report: Report;
  organisation: keyof Organisations;
  clients: Clients;
  /** Whether the same request is asked again and again. */
  isWarm: boolean;
}

export interface Measured {
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers for a second of the CPU time of the server and its database. */
  perCpuSecond: number;
  /** Resident memory afterwards, of both. */
  bytes: number;
}

export interface MeasuredCase extends Case {
  by: Record<string, Measured>;
}

interface Sample {
  times: number[];
  cpuSeconds: number;
}

const LOOK_MS = 100;
const QUIET_DEADLINE_MS = 10_000;
/** What the system counts processor time by. */
const LEAST_CPU_SECONDS = 0.01;
/** A peer is quiet when it has used no more since the last look. */
const QUIET_SECONDS = 0.02;

interface Pace {
  rounds: number;
  seconds: number;
  /** Two requests a client, without a warm-up and without pauses: the figures are not for reading. */
  isQuick: boolean;
}

/** All cases by all peers, which alternate in each of them. The first round is a warm-up, half as long. */
export async function measureCases(
  peers: readonly Peer[],
  organisations: Organisations,
  { rounds, seconds, isQuick }: Pace,
): Promise<MeasuredCase[]> {
  const cases: MeasuredCase[] = [];
  for (const report of REPORTS)
    for (const organisation of Object.keys(organisations) as (keyof Organisations)[]) {
      const { key } = organisations[organisation];
      const sides = peers.map((peer) => ({ peer, next: unasked(), samples: [] as Sample[] }));
      for (const clients of CLIENTS)
        for (const isWarm of [false, true]) {
          for (const side of sides) side.samples = [];
          for (let round = isQuick ? 1 : 0; round <= rounds; round += 1) {
            showRound(round, rounds);
            for (const { peer, next, samples } of sides) {
              const request = isWarm ? null : () => next.next().value;
              const duration = round === 0 ? seconds / 2 : seconds;
              const length = isQuick ? { amount: 2 * clients } : { duration };
              const sample = await load(peer, { report, key, clients, length, next: request });
              if (round > 0) samples.push(sample);
              if (!isQuick) await untilQuiet(peer);
            }
          }
          const by = Object.fromEntries(sides.map(({ peer, samples }) => [peer.name, summed(peer, samples)]));
          cases.push({ report, organisation, clients, isWarm, by });
        }
    }
  return cases;
}

/** Waits until a peer has done what was asked of it at the end of a load, for which nobody waits any more. */
async function untilQuiet(peer: Peer): Promise<void> {
  const startedAt = performance.now();
  for (let before = peer.cpuSeconds(); performance.now() - startedAt < QUIET_DEADLINE_MS; ) {
    await sleep(LOOK_MS);
    const now = peer.cpuSeconds();
    if (now - before <= QUIET_SECONDS) return;
    before = now;
  }
}

function summed(peer: Peer, samples: Sample[]): Measured {
  const times = samples.flatMap((sample) => sample.times);
  if (times.length === 0) throw new Error(`${peer.name} answered nothing.`);
  const cpu = samples.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return {
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    perCpuSecond: times.length / Math.max(cpu, LEAST_CPU_SECONDS),
    bytes: peer.bytes(),
  };
}

interface Load {
  report: Report;
  key: string;
  clients: number;
  length: { duration: number } | { amount: number };
  /** The next request; null: always the same. */
  next: (() => Body) | null;
}

async function load(peer: Peer, { report, key, clients, length, next }: Load): Promise<Sample> {
  const asked = next?.() ?? ASKED;
  const expected = next ? null : (await askPeer(peer, { report, key, body: { ...asked } })).body.toString();
  const times: number[] = [];
  const before = peer.cpuSeconds();
  const running = autocannon({
    url: peer.url,
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    connections: clients,
    sampleInt: 50,
    ...length,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: pathOf(report),
          body: JSON.stringify(next?.() ?? asked),
        }),
      },
    ],
    verifyBody: (text) => (expected === null ? /^\{"data" ?: ?\[/.test(text) : text === expected),
  });
  running.on('response', (_client, _status, _bytes, ms) => times.push(ms));
  const { '2xx': good, non2xx, errors, mismatches, resets } = await running;
  const cpuSeconds = peer.cpuSeconds() - before;
  if (non2xx + errors + mismatches + resets > 0)
    throw new Error(
      `${peer.name}, ${report}: ${good} answers were good, ${non2xx} refusals, ${mismatches} wrong, ${errors + resets} missing.`,
    );
  return { times, cpuSeconds };
}
