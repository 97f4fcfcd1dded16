import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { OrgId } from '../../base/ids.ts';
import type { BrandWithCompetitors } from '../brands/import.ts';
import { type LexiconInput, newLexicon } from '../brands/lexicon.ts';
import { operator } from '../organisations/audit.ts';
import type { RunResult } from './checks.ts';
import type { Ingestion } from './ingest.ts';

const BATCH_RUNS = 250;
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

interface NumberedLine {
  /** Counted from 1. */
  number: number;
  /** undefined: the line is not JSON. */
  value: unknown;
}

/**
 * Ingests a file of runs, one JSON object per line, in constant memory. After an interruption it can be started again:
 * stored runs are found unchanged.
 * @param options.onProblem called for each line that was not stored, with its number from 1, and for each part that was
 *   left out of a stored one
 * @param options.onProgress called after each batch
 */
export async function ingestFile(
  ingestion: Ingestion,
  orgId: OrgId,
  path: string,
  {
    onProblem,
    onProgress,
  }: { onProblem: (line: number, problem: string) => void; onProgress: (progress: FileProgress) => void },
): Promise<FileProgress> {
  const progress: FileProgress = { bytes: 0, created: 0, unchanged: 0, refused: 0 };
  const underWay = new Set<Promise<void>>();
  const ingestBatch = async (batch: NumberedLine[]) => {
    const { results } = await ingestion.ingest(
      orgId,
      batch.map(({ value }) => value),
      { actor: operator(orgId) },
    );
    for (const [index, { number }] of batch.entries()) {
      const result = results[index];
      if (!result) throw new Error(`Line ${number} has no result.`);
      progress[result.status] += 1;
      if (result.status === 'refused') onProblem(number, refusalOf(result));
      for (const { message } of result.warnings ?? []) onProblem(number, message);
    }
    onProgress(progress);
  };
  let batch: NumberedLine[] = [];
  const flush = async () => {
    const work: Promise<void> = ingestBatch(batch).finally(() => underWay.delete(work));
    underWay.add(work);
    batch = [];
    if (underWay.size >= BATCHES_UNDER_WAY) await Promise.race(underWay);
  };
  for await (const line of numberedLines(path, (bytes) => (progress.bytes += bytes))) {
    if (batch.push(line) === BATCH_RUNS) await flush();
  }
  if (batch.length > 0) await flush();
  await Promise.all(underWay);
  return progress;
}

/** Why a run was refused: every refusal has a message. */
function refusalOf({ message }: RunResult): string {
  if (message === undefined) throw new Error('A run was refused without a message.');
  return message;
}

/**
 * Reads a file of brands, one JSON object per line, with competitors.
 * @throws BadFile that lists every line that is not a brand
 */
export async function readBrandsFile(path: string): Promise<BrandWithCompetitors[]> {
  const brands: BrandWithCompetitors[] = [];
  const problems: string[] = [];
  for await (const { number, value } of numberedLines(path, () => {})) {
    const problem = brandProblem(value);
    if (problem === null) brands.push(value as BrandWithCompetitors);
    else problems.push(`line ${number}: ${problem}`);
  }
  if (problems.length > 0) throw new BadFile(`${path}:\n${problems.join('\n')}`);
  return brands;
}

/** The lines of a file that are not blank. */
async function* numberedLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<NumberedLine> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  file.on('data', (chunk) => onBytes(chunk.length));
  let number = 0;
  for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      value = undefined; // The checks refuse undefined as "not JSON".
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
