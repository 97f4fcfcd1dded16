import { type Answer, askWell, type ReportRequest } from '../support/client.ts';
import type { Change } from './servers/request.ts';

/** What answers the reports, with all that belongs to it: its server and its database. */
export interface Peer {
  /** As the tables name it. */
  name: string;
  url: string;
  /** What it took to load everything, until it could answer. */
  loaded: Cost & { diskBytes: number };
  /** Seconds of CPU that it has used so far. */
  cpuSeconds(): number;
  /** Resident memory now. */
  bytes(): number;
  stop(): Promise<void>;
}

/** A peer that takes changes over HTTP, and shows them to the next reader. */
export interface Foreign extends Peer {
  change(change: Change): Promise<void>;
}

export interface Cost {
  seconds: number;
  cpuSeconds: number;
}

/** What a foreign peer is made of. */
export interface Source {
  /** The rows as files: see source.ts. */
  rows: string;
  /** A folder that a peer may fill, and that is removed. */
  folder: string;
  /** The organisation of each key that is used. */
  keys: Record<string, string>;
}

/** Why a peer is not there. */
export class Absent extends Error {}

/** A peer that has not loaded everything by then is left out. */
export const LOAD_DEADLINE_MS = 30 * 60_000;

/**
 * A report's answer, on a connection of its own: between two loads of a peer a kept one is idle for longer than some
 * servers keep it. @throws Error that names the peer, where the answer is no good one
 */
export async function askPeer({ name, url }: Peer, wanted: ReportRequest): Promise<Answer> {
  try {
    return await askWell(url, { ...wanted, isAlone: true });
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
