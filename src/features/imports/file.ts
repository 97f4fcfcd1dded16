import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Encoding, encodingOf } from '../../base/csv/text.ts';
import type { OrgId } from '../../base/ids.ts';
import { operator } from '../audit/audit.ts';
import type { BrandWithCompetitors } from '../brands/import.ts';
import { type LexiconInput, newLexicon } from '../brands/lexicon.ts';
import type { Ingestion } from '../runs/ingest.ts';
import type { Schemas } from './columns.ts';
import { type FileRun, problemsOf, separated } from './importing.ts';
import { MOST_BYTES, type Piece, type Reading, type ReadPiece, readPiece } from './piece.ts';

const BATCH_RUNS = 250;
const LEAST_BYTES = 1 << 18;
/** The contract's limit; the other lists of a brands file are not limited. */
const MOST_IGNORED_PHRASES = 100;
const LONGEST_IGNORED_PHRASE = 200;
/** While one batch is being written, the next ones are read and extracted. */
const BATCHES_UNDER_WAY = 3;

export interface FileProgress {
  /** Bytes of the file read so far. */
  bytes: number;
  /** Runs, by their result. */
  created: number;
  unchanged: number;
  refused: number;
}

/** A file that cannot be used as it is; the message lists all its wrong lines. */
export class BadFile extends Error {}

/** How a file is read, where its beginning does not tell. */
export interface FileOptions {
  reading?: Schemas['ImportReading'];
  /** The brand of answers that name none. */
  brandId?: string | undefined;
  /** Nothing is stored. */
  isDryRun?: boolean;
  /** Called before anything is stored, with how the file is read and its first answers. */
  onReading?: (reading: Reading, first: readonly FileRun[]) => void;
  /** Called for each line that was not stored, with its number from 1, and for what was left out of a stored one. */
  onProblem: (line: number, problem: string) => void;
  /** Called after each batch. */
  onProgress: (progress: FileProgress) => void;
}

/**
 * Ingests a file of answers, a CSV or one JSON object per line, in constant memory. After an interruption it can be
 * started again: stored runs are found unchanged.
 * @throws BadFile that says what the file leaves open, AppError for one that holds no answers
 */
export async function ingestFile(
  ingestion: Ingestion,
  orgId: OrgId,
  path: string,
  { reading: given = {}, brandId, isDryRun = false, onReading, onProblem, onProgress }: FileOptions,
): Promise<FileProgress> {
  const progress: FileProgress = { bytes: 0, created: 0, unchanged: 0, refused: 0 };
  const underWay = new Set<Promise<void>>();
  const ingestBatch = async ({ entries, reading }: ReadPiece, bytes: number) => {
    const { runs, problems } = separated(entries, { isBrandNeeded: true });
    const inputs = runs.map(({ run }) => run);
    const results = isDryRun
      ? await ingestion.preview(orgId, inputs, null)
      : (await ingestion.ingest(orgId, inputs, { actor: operator(orgId) })).results;
    const ofRuns = runs.flatMap(({ line }, at) => problemsOf(line, results[at], reading));
    for (const { line, message } of [...problems, ...ofRuns].sort((a, b) => a.line - b.line))
      onProblem(line, message);
    for (const { status } of results) progress[status] += 1;
    progress.refused += problems.length;
    progress.bytes = Math.max(progress.bytes, bytes);
    onProgress(progress);
  };
  for await (const [piece, bytes] of piecesOf(path, { given, brandId, onReading })) {
    const work: Promise<void> = ingestBatch(piece, bytes).finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= BATCHES_UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return progress;
}

/** The pieces of a file, read, and where each ends. */
async function* piecesOf(
  path: string,
  {
    given,
    brandId,
    onReading,
  }: {
    given: Schemas['ImportReading'];
    brandId: string | undefined;
    onReading: FileOptions['onReading'] | undefined;
  },
): AsyncGenerator<[piece: ReadPiece, end: number]> {
  const encoding = given.encoding ?? (await encodingOfFile(path));
  await using file = await open(path);
  const { size } = await file.stat();
  let reading: Schemas['ImportReading'] = { ...given, encoding };
  for (let [at, line, length] = [0, 1, MOST_BYTES]; at < size || at === 0; ) {
    const bytes = Buffer.alloc(Math.min(length, size - at));
    await file.read(bytes, 0, bytes.length, at);
    const isLast = at + bytes.length >= size;
    const options = { brandId, most: BATCH_RUNS, parse: JSON.parse as Piece['parse'] };
    const piece = await readPiece({ bytes, isLast, line, reading, ...options });
    if (piece.undecided.length > 0)
      throw new BadFile(`${path}:\n${piece.undecided.map(({ message }) => message).join('\n')}`);
    if (line === 1) onReading?.(piece.reading, separated(piece.entries, { isBrandNeeded: false }).runs);
    // The next piece is about as long as what was read of this one.
    length = piece.bytes === 0 ? MOST_BYTES : Math.min(MOST_BYTES, Math.max(LEAST_BYTES, 2 * piece.bytes));
    ({ reading, nextLine: line } = piece);
    at += piece.bytes;
    yield [piece, at];
    if (isLast && piece.bytes === 0) return;
  }
}

/** The encoding of a whole file: whether it is UTF-8 is known at its end. */
async function encodingOfFile(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first: Encoding | undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: LEAST_BYTES })) {
      first ??= encodingOf(chunk as Buffer, false);
      if (first !== 'UTF_8') return first;
      decoder.decode(chunk as Buffer, { stream: true });
    }
    decoder.decode();
    return 'UTF_8';
  } catch (error) {
    if (error instanceof TypeError) return 'WINDOWS_1252';
    throw error;
  }
}

/**
 * Reads a file of brands, one JSON object per line, with competitors.
 * @throws BadFile that lists every line that is not a brand
 */
export async function readBrandsFile(path: string): Promise<BrandWithCompetitors[]> {
  const brands: BrandWithCompetitors[] = [];
  const problems: string[] = [];
  for await (const { number, value } of numberedLines(path)) {
    const problem = brandProblem(value);
    if (problem === null) brands.push(value as BrandWithCompetitors);
    else problems.push(`line ${number}: ${problem}`);
  }
  if (problems.length > 0) throw new BadFile(`${path}:\n${problems.join('\n')}`);
  return brands;
}

/** The lines of a file that are not blank, counted from 1; undefined for one that is not JSON. */
async function* numberedLines(path: string): AsyncGenerator<{ number: number; value: unknown }> {
  const file = createReadStream(path, { highWaterMark: LEAST_BYTES });
  let number = 0;
  for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined; // It is refused as no object.
    }
    yield { number, value };
  }
}

/** Why a value is not a brand; null: it is one. */
function brandProblem(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'this is not a JSON object';
  const { name, aliases, caseSensitive, ignoredPhrases, countInsideLongerNames, competitors } =
    value as Record<string, unknown>;
  const websites = (value as { websites?: unknown }).websites ?? undefined;
  if (typeof name !== 'string' || name.trim() === '') return 'name is required, a text';
  for (const [field, list] of Object.entries({ aliases, caseSensitive, ignoredPhrases, websites }))
    if (list !== undefined && !isTexts(list)) return `${field} must be a list of texts`;
  const problem = isTexts(ignoredPhrases) ? ignoredPhrasesProblem(ignoredPhrases) : null;
  if (problem !== null) return `ignoredPhrases ${problem}`;
  if (countInsideLongerNames !== undefined && typeof countInsideLongerNames !== 'boolean')
    return 'countInsideLongerNames must be true or false';
  try {
    newLexicon(value as LexiconInput);
  } catch (error) {
    return (error as Error).message;
  }
  if (competitors === undefined) return null;
  if (!Array.isArray(competitors)) return 'competitors must be a list';
  for (const [at, competitor] of competitors.entries()) {
    const problem = brandProblem(competitor);
    if (problem !== null) return `competitors[${at}]: ${problem}`;
  }
  return null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** Which limit ignored phrases break, worded to follow the field; null: none. */
function ignoredPhrasesProblem(phrases: string[]): string | null {
  if (phrases.length > MOST_IGNORED_PHRASES) return `must hold at most ${MOST_IGNORED_PHRASES} phrases`;
  if (phrases.some((phrase) => phrase.trim() === '' || phrase.length > LONGEST_IGNORED_PHRASE))
    return `must hold phrases of 1 to ${LONGEST_IGNORED_PHRASE} characters`;
  return null;
}
