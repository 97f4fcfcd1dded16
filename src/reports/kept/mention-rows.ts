import { LRUCache } from 'lru-cache';
import { type MentionDays, textOf } from '../daily/mention-days.ts';
import type { SqlValues } from '../report-sql.ts';
import type { ReportCall } from '../reports.ts';
import type { Page } from '../text-page.ts';

/** Rows of a day that are read and kept together. */
const BLOCK_ROWS = 50;
/** Planning a statement takes longer than reading so many rows. */
const LEAST_READ = 100;
/** Memory of a block in addition to its rows and key. */
const ENTRY_BYTES = 300;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const HEAD = Buffer.from('{"data":[');

/** Rows of mentions as JSON, with commas between. */
interface Block {
  bytes: Uint8Array;
  /** The end of each row. */
  ends: Int32Array;
}

/** The rows of a page that a block holds, `from` (inclusive) to `to` (exclusive). */
interface Piece {
  /** Since 1970. */
  day: number;
  block: number;
  /** Rows of the block. */
  size: number;
  from: number;
  to: number;
}

/**
 * Rows of the mentions report as the engine wrote them. Ranges that end on the same day begin with the same rows, so
 * the rows of a day are kept, where a statement for each range plans six steps anew.
 */
export class MentionRows {
  readonly #blocks: LRUCache<string, Block>;

  constructor(maxBytes: number) {
    this.#blocks = new LRUCache({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      sizeCalculation: ({ bytes, ends }, key) =>
        bytes.byteLength + ends.byteLength + 2 * key.length + ENTRY_BYTES,
    });
  }

  /**
   * A page of the mentions report.
   * @param contentOf identifies the rows of a day
   * @param read returns the rows of other days or places as lines
   * @returns null if the rows read are not as many as were counted
   */
  async page(
    call: ReportCall,
    contentOf: (day: string) => string,
    days: MentionDays,
    read: (values: SqlValues) => Promise<Uint8Array>,
  ): Promise<Page | null> {
    const { orgId, brand, allowed } = call;
    const { pieces, total } = piecesOf(call, days);
    const asked = `${orgId} ${allowed?.join() ?? 'all'} ${brand === null ? 'all' : `=${brand}`}`;
    const keyOf = ({ day, block }: Piece) => `${contentOf(textOf(day))} ${day} ${block} ${asked}`;
    const blocks = pieces.map((piece) => this.#blocks.get(keyOf(piece)));
    const first = blocks.indexOf(undefined);
    if (first !== -1) {
      const wider = piecesOf({ ...call, limit: Math.max(call.limit, LEAST_READ) }, days).pieces;
      const missing = wider.slice(first);
      const found = blocksOf(await read(valuesOf(missing)), missing);
      if (found === null) return null;
      found.forEach((block, at) => {
        if (first + at < blocks.length) blocks[first + at] = block;
        this.#blocks.set(keyOf(missing[at] as Piece), block);
      });
    }
    const parts: Uint8Array[] = [HEAD];
    pieces.forEach(({ from, to }, at) => {
      const { bytes, ends } = blocks[at] as Block;
      if (at > 0) parts.push(SEPARATOR);
      parts.push(bytes.subarray(from === 0 ? 0 : (ends[from - 1] as number) + 1, ends[to - 1]));
    });
    parts.push(Buffer.from(`],"total":${total}}`));
    return { body: Buffer.concat(parts), total };
  }
}

const SEPARATOR = Buffer.from(',');

/** The blocks that hold a page, in its order. */
function piecesOf(call: ReportCall, days: MentionDays): { pieces: Piece[]; total: number } {
  const { first, counts, total } = days.counted(call);
  const pieces: Piece[] = [];
  let [skipped, left] = [call.offset, call.limit];
  for (let at = counts.length - 1; at >= 0 && left > 0; at -= 1) {
    const count = counts[at] as number;
    while (skipped < count && left > 0) {
      const block = Math.floor(skipped / BLOCK_ROWS);
      const size = Math.min(BLOCK_ROWS, count - block * BLOCK_ROWS);
      const from = skipped - block * BLOCK_ROWS;
      const to = Math.min(size, from + left);
      pieces.push({ day: first + at, block, size, from, to });
      skipped += to - from;
      left -= to - from;
    }
    skipped -= Math.min(skipped, count);
  }
  return { pieces, total };
}

/** Parameters of reportMentions.sql for the rows of consecutive blocks. */
function valuesOf(blocks: readonly Piece[]): SqlValues {
  const [newest, oldest] = [blocks[0] as Piece, blocks.at(-1) as Piece];
  return {
    start: textOf(oldest.day),
    end: textOf(newest.day),
    offset: newest.block * BLOCK_ROWS,
    limit: blocks.reduce((sum, { size }) => sum + size, 0),
    total: 0,
  };
}

/** @returns null if the lines are not those of the blocks */
function blocksOf(lines: Uint8Array, pieces: readonly Piece[]): Block[] | null {
  const blocks: Block[] = [];
  let start = 0;
  for (const { size } of pieces) {
    const ends = new Int32Array(size);
    let end = start - 1;
    for (let row = 0; row < size; row += 1) {
      if (end >= lines.byteLength) return null;
      const next = lines.indexOf(LINE_FEED, end + 1);
      end = next === -1 ? lines.byteLength : next;
      ends[row] = end - start;
    }
    // A copy: the block must not keep the other lines alive. JSON has no line feed within a row.
    const bytes = Uint8Array.from(lines.subarray(start, end));
    for (let row = 0; row < size - 1; row += 1) bytes[ends[row] as number] = COMMA;
    blocks.push({ bytes, ends });
    start = end + 1;
  }
  return start === lines.byteLength + 1 ? blocks : null;
}
