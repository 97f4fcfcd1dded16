/** Outcomes of a publisher's turns since its process began. */
export interface Turns {
  /** Snapshots published. */
  made: number;
  /** Turns in which nothing had changed: the snapshot before was confirmed. */
  confirmed: number;
  /** Turns in which another publisher was at work. */
  left: number;
  /** Whether the last turn was its own; null before the first one. */
  isLeader: boolean | null;
  /** The last snapshot that it published; null before the first one. `endedAt` in ms since the epoch. */
  last: { seconds: number; parts: number; rows: number; bytes: number; endedAt: number } | null;
}

/** The counted properties of a publication. */
interface Published {
  isNew: boolean;
  seconds: number;
  parts: number;
  rows: Record<string, number>;
  bytes: number;
}

/** Counts turns, for metrics. */
export class TurnCounts {
  readonly turns: Turns = { made: 0, confirmed: 0, left: 0, isLeader: null, last: null };

  /** @param published null: another publisher was at work */
  note(published: Published | null): void {
    const { turns } = this;
    turns.isLeader = published !== null;
    if (published === null) turns.left += 1;
    else if (!published.isNew) turns.confirmed += 1;
    else {
      turns.made += 1;
      const { seconds, parts, bytes } = published;
      const rows = Object.values(published.rows).reduce((sum, count) => sum + count, 0);
      turns.last = { seconds, parts, rows, bytes, endedAt: Date.now() };
    }
  }
}
