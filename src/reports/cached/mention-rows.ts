import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isSliceOver, mapInSlices, nextSlice } from '../../engine/loop-slices.ts';
import { type MentionDays, textOf } from '../daily/mention-days.ts';
import type { RowCache } from '../daily/row-cache.ts';
import type { Page } from '../forms/text-page.ts';
import type { SqlValues } from '../report-sql.ts';
import type { ReportCall } from '../reports.ts';

/** Rows of a day that are cached together; at least so many are read, because planning a statement takes longer. */
const BLOCK_ROWS = 100;
/** Smaller blocks are not compressed: many of them make a page, and each takes its time to read. */
const PACKED_BYTES = 16 << 10;
const UNPACKED_BYTES = 2 << 20;
const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const HEAD = Buffer.from('{"data":[');
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Rows of mentions as JSON, with commas between. */
interface Block {
  rows: Uint8Array;
  /** The end of each row. */
  ends: Int32Array;
  bytes: number;
}

/**
 * A block as it is cached: a large one is compressed, which takes a ninth of the memory, and 60 µs to read.
 * Uncompressed, the first 1,000 rows of 150 days of one organisation did not fit, and a page took as long as by the
 * engine.
 */
interface PackedBlock extends Block {
  isCompressed: boolean;
  /** Bytes of the rows uncompressed. */
  length: number;
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
 * A page of the mentions report, of rows as the engine wrote them. Ranges that end on the same day begin with the same
 * rows, so the rows of a day are cached, where a statement for each range plans six steps anew.
 * @param contentOf identifies the rows of a day
 * @param read returns the rows of other days or offsets as lines
 * @returns null if the rows read are not as many as were counted
 */
export async function pageOfMentions(
  cache: RowCache,
  call: ReportCall,
  contentOf: (day: string) => string,
  days: MentionDays,
  read: (values: SqlValues) => Promise<Uint8Array>,
): Promise<Page | null> {
  const { orgId, brand, allowed } = call;
  const { pieces, total } = findPieces(call, days);
  const scope = `${orgId} ${allowed?.join() ?? 'all'} ${brand === null ? 'all' : `=${brand}`}`;
  const keyOf = ({ day, block }: Piece) => `mentions ${contentOf(textOf(day))} ${day} ${block} ${scope}`;
  const blocks: Block[] = [];
  for (const piece of pieces) {
    const block = blockIn(cache, keyOf(piece));
    if (block === undefined) break;
    blocks.push(block);
    if (isSliceOver()) await nextSlice();
  }
  if (blocks.length < pieces.length) {
    const wider = findPieces({ ...call, limit: Math.max(call.limit, BLOCK_ROWS) }, days).pieces;
    const missing = wider.slice(blocks.length);
    const found = splitBlocks(await read(valuesOf(missing)), missing);
    if (found === null) return null;
    await mapInSlices(found, (block, at) => cache.set(keyOf(missing[at] as Piece), packed(block)));
    blocks.push(...found);
  }
  const parts: Uint8Array[] = [HEAD];
  pieces.forEach(({ from, to }, at) => {
    const { rows, ends } = blocks[at] as Block;
    if (at > 0) parts.push(SEPARATOR);
    parts.push(rows.subarray(from === 0 ? 0 : (ends[from - 1] as number) + 1, ends[to - 1]));
  });
  parts.push(Buffer.from(`],"total":${total}}`));
  return { body: Buffer.concat(parts), total };
}

/** The rows of compressed blocks that were read last: pages of ranges that end on one day share them. */
const unpacked = new LRUCache<PackedBlock, Block>({
  maxSize: UNPACKED_BYTES,
  sizeCalculation: ({ bytes }) => bytes,
});

function blockIn(cache: RowCache, key: string): Block | undefined {
  const packed = cache.get<PackedBlock>(key);
  if (packed === undefined || !packed.isCompressed) return packed;
  let block = unpacked.get(packed);
  if (block === undefined) {
    block = blockOf(zstdDecompressSync(packed.rows, { chunkSize: packed.length }), packed.ends);
    unpacked.set(packed, block);
  }
  return block;
}

const SEPARATOR = Buffer.from(',');

function blockOf(rows: Uint8Array, ends: Int32Array): Block {
  return { rows, ends, bytes: rows.byteLength + ends.byteLength };
}

/** Copies: the bytes of a block are part of a larger buffer, and the compressor's own is larger, too. */
function packed({ rows, ends }: Block): PackedBlock {
  const length = rows.byteLength;
  const isCompressed = length >= PACKED_BYTES;
  const own = Uint8Array.from(isCompressed ? zstdCompressSync(rows, PACKING) : rows);
  return { ...blockOf(own, ends), isCompressed, length };
}

/** The blocks that hold a page, in its order. */
function findPieces(call: ReportCall, days: MentionDays): { pieces: Piece[]; total: number } {
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
function splitBlocks(lines: Uint8Array, pieces: readonly Piece[]): Block[] | null {
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
    // JSON has no line feed within a row.
    const rows = lines.subarray(start, end);
    for (let row = 0; row < size - 1; row += 1) rows[ends[row] as number] = COMMA;
    blocks.push(blockOf(rows, ends));
    start = end + 1;
  }
  return start === lines.byteLength + 1 ? blocks : null;
}
