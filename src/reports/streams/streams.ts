import { Readable } from 'node:stream';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Engine } from '../../engine/engine.ts';
import type { SnapshotTables } from '../../snapshots/serve/snapshot-tables.ts';
import type { Pull, RowPosition, StreamReader } from '../changes/request.ts';
import { type MentionDays, textOf } from '../daily/mention-days.ts';
import type { ReportCall } from '../reports.ts';
import { type Part, Parts, type Position, type Section, StreamStatements } from './parts.ts';

/** Bytes read from a part at a time. */
const PIECE_BYTES = 256 << 10;
/** The memory of a stream: some pieces, and a compressor. Its parts are on disk. */
export const STREAM_BYTES = 4 << 20;
/** Streams of an organisation at once. */
const MOST_STREAMS = 4;
const RETRY_SECONDS = 5;
/** The rights of a reader are checked again behind a piece that it takes so long after the last check. */
const RIGHTS_CHECK_MS = 3_000;

/**
 * The mentions report from a cursor on, as lines of JSON in one answer. Each part is a statement of its own, so that
 * others get their turn in between, and that a slow reader occupies no session.
 */
export class MentionStreams {
  readonly #engine: Engine;
  readonly #open = new Map<OrgId, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Begins a stream. Its first rows are rendered already, so that a refusal has a status.
   * @param days counts of mentions by day; null: unknown
   * @param onClosed called when the stream has ended and nothing reads the tables any more
   * @throws AppError rate_limited if the organisation has too many; validation_error if the report lacks the row that
   *   the stream is to go on behind
   */
  async begin(
    call: ReportCall & { pull: Pull },
    { tables, days, onClosed }: { tables: SnapshotTables; days: MentionDays | null; onClosed(): void },
    reader: StreamReader,
  ): Promise<{ lines: Readable; total: number }> {
    const leave = this.#enter(call.orgId);
    try {
      const statements = new StreamStatements(this.#engine, call, tables, reader.signal);
      const after = await statements.positionOf(call.pull);
      const counted = days?.counted(call);
      const total = counted?.total ?? (await statements.count());
      const sections = counted ? divideDays(counted) : [{ start: call.start, end: call.end, rows: total }];
      const parts = new Parts(statements, sections);
      const first = await parts.at(positionBehind(after, sections));
      statements.isBegun = true;
      const lines = Readable.from(linesOf(first, parts, reader), { objectMode: false, highWaterMark: 1 });
      lines.once('close', () => {
        leave();
        // If nothing was read, it is still open.
        void first?.file.close();
        onClosed();
      });
      return { lines, total };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #enter(orgId: OrgId): () => void {
    const open = this.#open.get(orgId) ?? 0;
    if (open >= MOST_STREAMS)
      throw new AppError(
        'rate_limited',
        `${MOST_STREAMS} streams of your organisation are being sent. Begin another when one has ended.`,
        { headers: { 'Retry-After': String(RETRY_SECONDS) } },
      );
    this.#open.set(orgId, open + 1);
    return () => {
      const left = (this.#open.get(orgId) ?? 1) - 1;
      if (left > 0) this.#open.set(orgId, left);
      else this.#open.delete(orgId);
    };
  }
}

/** The lines of all parts; the next part is rendered while one is sent. */
async function* linesOf(
  first: Part | null,
  parts: Parts,
  reader: StreamReader,
): AsyncGenerator<Uint8Array, void> {
  let checkedAt = performance.now();
  let ahead = Promise.resolve(first);
  try {
    for (let part = await ahead; part; part = await ahead) {
      ahead = part.next ? parts.at(part.next) : Promise.resolve(null);
      ahead.catch(() => {}); // awaited when this part is sent
      for await (const piece of part.file.createReadStream({ highWaterMark: PIECE_BYTES })) {
        yield piece;
        if (performance.now() - checkedAt < RIGHTS_CHECK_MS) continue;
        checkedAt = performance.now();
        if (!(await reader.isAllowed()))
          throw new AppError('unauthorized', 'The reader of a stream lost its rights.');
      }
    }
  } finally {
    await ahead.then(
      (part) => part?.file.close(),
      () => {},
    );
  }
}

/** The days that have mentions, latest first. */
function divideDays({ first, counts }: ReturnType<MentionDays['counted']>): Section[] {
  const sections: Section[] = [];
  for (let at = counts.length - 1; at >= 0; at -= 1) {
    const rows = counts[at] as number;
    const day = textOf(first + at);
    if (rows > 0) sections.push({ start: day, end: day, rows });
  }
  return sections;
}

function positionBehind(row: RowPosition | null, sections: readonly Section[]): Position {
  if (row === null) return { section: 0, after: null };
  const day = row.at.slice(0, 10);
  const section = sections.findIndex(({ start }) => start <= day);
  if (section === -1) return { section: sections.length, after: null };
  // A key that may no longer see the row may see others of later sections.
  return { section, after: (sections[section] as Section).end >= day ? row : null };
}
