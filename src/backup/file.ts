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
 * A backup is one zstd frame (`zstdcat` shows it): a line of JSON that describes it, pieces of tables, each a line
 * of JSON with its length and then so many bytes of Postgres' COPY text, and a last line that holds the number of
 * rows of each table and the SHA-256 of all before.
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
  /** RFC 3339. */
  createdAt: string;
  /** The program's. */
  version: string;
  /** Those the database had, in their order. */
  migrations: { name: string; sha256: string }[];
  /** Each after those it refers to. */
  tables: BackupTable[];
  /** The last number each sequence gave. */
  sequences: { name: string; last: string }[];
}

/** A piece of a table's rows, cut anywhere. */
export interface Piece {
  table: string;
  bytes: Buffer;
}

/**
 * Writes a backup beside and gives it its name when it is whole and on disk.
 * @param pieces of the tables, in the order of the head
 * @returns rows of each table, and the bytes of the file
 */
export async function writeBackup(
  path: string,
  head: Omit<BackupHead, 'sightlineBackup'>,
  pieces: AsyncIterable<Piece>,
): Promise<{ rows: Record<string, number>; bytes: number }> {
  const rows: Record<string, number> = Object.fromEntries(head.tables.map(({ name }) => [name, 0]));
  const hash = createHash('sha256');
  const hashed = (bytes: Buffer) => {
    hash.update(bytes);
    return bytes;
  };
  async function* content(): AsyncGenerator<Buffer> {
    yield hashed(line({ sightlineBackup: FORMAT, ...head }));
    for await (const { table, bytes } of pieces) {
      rows[table] = (rows[table] ?? 0) + linesIn(bytes);
      yield hashed(line({ table, bytes: bytes.length }));
      yield hashed(bytes);
    }
    yield line({ rows, sha256: hash.digest('hex') });
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
  return { rows, bytes: file.bytesWritten };
}

/** Puts rows together to pieces of some size. @param rows in COPY's text format */
export async function* piecesOf(table: string, rows: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let waiting: Buffer[] = [];
  let size = 0;
  const all = () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    return bytes;
  };
  for await (const row of rows) {
    waiting.push(row);
    size += row.length;
    if (size < PIECE_BYTES) continue;
    const bytes = all();
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield { table, bytes: bytes.subarray(at, at + PIECE_BYTES) };
  }
  if (size > 0) yield { table, bytes: all() };
}

/** A backup as it is read: its pieces can be asked for once, and throw where it is not whole. */
export interface BackupReader {
  head: BackupHead;
  pieces: AsyncGenerator<Piece, Record<string, number>>;
  close(): void;
}

/**
 * @param onProgress told how many bytes of the file have been read
 * @throws OperatorError for what is none, is damaged or was cut off
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
  const head = first === null ? null : (parsed(first) as BackupHead | null);
  if (first === null || head?.sightlineBackup !== FORMAT) {
    file.destroy();
    throw new OperatorError(`${path} is no backup of Sightline that this version reads, or it is damaged.`);
  }
  const hash = createHash('sha256').update(first);
  const counted: Record<string, number> = Object.fromEntries(head.tables.map(({ name }) => [name, 0]));

  async function* pieces(): AsyncGenerator<Piece, Record<string, number>> {
    for (;;) {
      const next = await bytes.line();
      const told =
        next === null
          ? null
          : (parsed(next) as { table?: string; bytes?: number; rows?: object; sha256?: string });
      if (next === null || told === null) throw damaged(path);
      if (told.sha256 !== undefined) {
        const isWhole =
          told.sha256 === hash.digest('hex') && JSON.stringify(told.rows) === JSON.stringify(counted);
        if (!isWhole || !(await bytes.isOver())) throw damaged(path);
        return counted;
      }
      const { table = '', bytes: length = -1 } = told;
      if (!(table in counted) || !(length >= 0 && length <= PIECE_BYTES)) throw damaged(path);
      const piece = await bytes.take(length);
      if (piece === null) throw damaged(path);
      hash.update(next).update(piece);
      counted[table] = (counted[table] ?? 0) + linesIn(piece);
      onProgress(file.bytesRead);
      yield { table, bytes: piece };
    }
  }
  return { head, pieces: pieces(), close: () => file.destroy() };
}

/** Reads all of a backup. @returns its head @throws OperatorError where it is not whole */
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

function parsed(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
}

/** COPY's text ends each row, and nothing else, by a newline. */
function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Takes lines and bytes from a stream; null where it ends before them or cannot be decompressed. */
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

  /** Whether nothing follows, and the whole stream was as it was written. */
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
      // What the file system says is no damage.
      if (error.syscall !== undefined) throw error;
      this.#isBroken = true;
      return { done: true, value: undefined };
    });
    if (next.done) return false;
    this.#rest = this.#rest.length === 0 ? next.value! : Buffer.concat([this.#rest, next.value!]);
    return true;
  }
}
