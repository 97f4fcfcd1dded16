import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { syncFolder } from '../base/durable-file.ts';
import { OperatorError } from '../base/errors.ts';

/**
 * A backup is one zstd frame (`zstdcat` shows it). It holds a line of JSON that describes the backup; pieces of tables,
 * each a line of JSON with its length and then as many bytes of Postgres' COPY text; and a last line with the number of
 * rows of each table and the SHA-256 of everything before it.
 */
const FORMAT = 1;
const PIECE_BYTES = 64 << 10;
const MOST_LINE_BYTES = 1 << 20;
const NEWLINE = 10;

export interface BackupTable {
  name: string;
  columns: string[];
}

export interface BackupHead {
  sightlineBackup: typeof FORMAT;
  /** RFC 3339, UTC. */
  createdAt: string;
  /** The version of the program. */
  version: string;
  /** The migrations of the database, in their order. */
  migrations: { name: string; sha256: string }[];
  /** Each table comes after the tables it refers to. */
  tables: BackupTable[];
  /** The last number of each sequence. */
  sequences: { name: string; last: string }[];
}

/** A piece of a table's rows in COPY's text format, cut anywhere, even within a row. */
export interface Piece {
  table: string;
  bytes: Buffer;
}

/**
 * Writes a backup under a temporary name and renames it when it is complete and on disk.
 * @param pieces of the tables, in the order of the head
 * @returns rows of each table, and the bytes of the file
 * @throws OperatorError when the file cannot be written
 */
export async function writeBackup(
  path: string,
  head: Omit<BackupHead, 'sightlineBackup'>,
  pieces: AsyncIterable<Piece>,
): Promise<{ rows: Record<string, number>; bytes: number }> {
  const rows = new RowCounts(head);
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  async function* content(): AsyncGenerator<Buffer> {
    yield hashed(line({ sightlineBackup: FORMAT, ...head }));
    for await (const { table, bytes } of pieces) {
      rows.add(table, linesIn(bytes));
      yield hashed(line({ table, bytes: bytes.length }));
      yield hashed(bytes);
    }
    yield line({ rows: rows.toJSON(), sha256: hash.digest('hex') });
  }
  const partial = `${path}.partial-${process.pid}`;
  const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true });
  try {
    const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    await pipeline(Readable.from(content()), zstd, file);
    await rename(partial, path);
    syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { force: true });
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === 'write' || syscall === 'open' || syscall === 'fsync')
      throw new OperatorError(`${path} cannot be written: ${message}`);
    throw error;
  }
  return { rows: rows.toJSON(), bytes: file.bytesWritten };
}

/** Joins rows to pieces of up to PIECE_BYTES. @param rows in COPY's text format */
export async function* splitRows(table: string, rows: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = [];
  let size = 0;
  const takeAll = () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    return bytes;
  };
  for await (const row of rows) {
    waiting.push(row);
    size += row.length;
    if (size < PIECE_BYTES) continue;
    const bytes = takeAll();
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield { table, bytes: bytes.subarray(at, at + PIECE_BYTES) };
  }
  if (size > 0) yield { table, bytes: takeAll() };
}

/** A backup that is being read. */
export interface BackupReader {
  head: BackupHead;
  /** Can be read once. @returns rows of each table @throws OperatorError for an incomplete backup */
  pieces: AsyncGenerator<Piece, Record<string, number>>;
  close(): void;
}

/**
 * Opens a backup and reads its head.
 * @param onProgress called with the bytes of the file that have been read
 * @throws OperatorError for a file that is no backup or is damaged
 */
export async function openBackup(
  path: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<BackupReader> {
  const file = createReadStream(path);
  const zstd = createZstdDecompress();
  file.on('error', (error) => zstd.destroy(error));
  file.pipe(zstd);
  const bytes = new Bytes(zstd);
  const first = await bytes.line();
  const head = first === null ? null : (parse(first) as BackupHead | null);
  if (first === null || head?.sightlineBackup !== FORMAT || !namesTables(head)) {
    file.destroy();
    throw new OperatorError(`${path} is no backup of Sightline that this version reads, or it is damaged.`);
  }
  const hash = createHash('sha256').update(first);
  const rows = new RowCounts(head);

  async function* pieces(): AsyncGenerator<Piece, Record<string, number>> {
    for (;;) {
      const next = await bytes.line();
      const entry = next === null ? null : (parse(next) as PieceHead | BackupEnd | null);
      if (next === null || entry === null) throw damaged(path);
      if ('sha256' in entry) {
        const isWhole =
          entry.sha256 === hash.digest('hex') && JSON.stringify(entry.rows) === JSON.stringify(rows);
        if (!isWhole || !(await bytes.isOver())) throw damaged(path);
        return rows.toJSON();
      }
      const { table, bytes: length } = entry;
      if (!rows.has(table) || !(length >= 0 && length <= PIECE_BYTES)) throw damaged(path);
      const piece = await bytes.take(length);
      if (piece === null) throw damaged(path);
      hash.update(next).update(piece);
      rows.add(table, linesIn(piece));
      onProgress(file.bytesRead);
      yield { table, bytes: piece };
    }
  }
  return { head, pieces: pieces(), close: () => file.destroy() };
}

/** Reads all of a backup, to check it. @returns its head @throws OperatorError for an incomplete backup */
export async function checkBackup(path: string, onProgress?: (bytes: number) => void): Promise<BackupHead> {
  const { head, pieces, close } = await openBackup(path, onProgress);
  try {
    while (!(await pieces.next()).done);
    return head;
  } finally {
    close();
  }
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged or was cut off. Nothing was changed.`);
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** @returns null for anything but a JSON object */
function parse(text: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Whether the head lists the tables to count. The SHA-256 at the end reveals any other damage of the head. */
function namesTables({ tables }: { tables: unknown }): boolean {
  return Array.isArray(tables) && tables.every((table) => typeof table?.name === 'string');
}

/** The rows that end in a piece: COPY's text has one newline per row, at its end. */
function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** The line before a piece. */
interface PieceHead {
  table: string;
  bytes: number;
}

/** The last line. */
interface BackupEnd {
  rows: Record<string, number>;
  sha256: string;
}

/** Counts the rows of each table of a backup. */
class RowCounts {
  readonly #counts: Map<string, number>;

  constructor({ tables }: Pick<BackupHead, 'tables'>) {
    this.#counts = new Map(tables.map(({ name }) => [name, 0]));
  }

  has(table: string): boolean {
    return this.#counts.has(table);
  }

  add(table: string, rows: number): void {
    const count = this.#counts.get(table);
    if (count === undefined) throw new Error(`The head of the backup lacks the table ${table}.`);
    this.#counts.set(table, count + rows);
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }
}

/** Takes lines and bytes from a stream; null: the stream ended too soon or could not be decompressed. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  #isBroken = false;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<Buffer | null> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end !== -1) return this.take(end + 1);
      if (this.#rest.length > MOST_LINE_BYTES || !(await this.#more())) return null;
    }
  }

  /** Whether nothing follows, and the whole stream could be decompressed. */
  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more()) && !this.#isBroken;
  }

  async take(length: number): Promise<Buffer | null> {
    while (this.#rest.length < length) if (!(await this.#more())) return null;
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next().catch((error: NodeJS.ErrnoException) => {
      // An error of the file system does not mean that the backup is damaged.
      if (error.syscall !== undefined) throw error;
      this.#isBroken = true;
      return { done: true, value: undefined };
    });
    if (next.done) return false;
    this.#rest = this.#rest.length === 0 ? next.value! : Buffer.concat([this.#rest, next.value!]);
    return true;
  }
}
