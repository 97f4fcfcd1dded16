import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { OrgId } from '../../base/ids.ts';
import type { BrandWithCompetitors } from '../brands/import.ts';
import { operator } from '../organisations/audit.ts';
import type { Ingestion } from './ingest.ts';

const BATCH_RUNS = 250;
/** While one batch is being written, the next one is read and extracted. */
const BATCHES_UNDER_WAY = 3;

export interface FileProgress {
  /** Bytes of the file that were read. */
  bytes: number;
  created: number;
  unchanged: number;
  refused: number;
}

/** A file that cannot be used as it is; the message says all that is wrong with it. */
export class BadFile extends Error {}

interface NumberedLine {
  number: number;
  value: unknown;
}

/**
 * Ingests a file of one run a line, in constant memory. Interrupted at any point, it can be started again:
 * what was written is found unchanged.
 * @param onRefused told of each line that was not kept, by its number from 1.
 */
export async function ingestFile(
  ingestion: Ingestion,
  orgId: OrgId,
  path: string,
  {
    onRefused,
    onProgress,
  }: { onRefused: (line: number, reason: string) => void; onProgress: (progress: FileProgress) => void },
): Promise<FileProgress> {
  const progress: FileProgress = { bytes: 0, created: 0, unchanged: 0, refused: 0 };
  const underWay = new Set<Promise<void>>();
  const ingestBatch = async (batch: NumberedLine[]) => {
    const { results } = await ingestion.ingest(
      orgId,
      batch.map(({ value }) => value),
      { actor: operator(orgId) },
    );
    for (const { index, status, message } of results) {
      progress[status] += 1;
      if (status === 'refused') onRefused(batch[index]!.number, message ?? '');
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

/**
 * Reads a file of one brand a line, with its competitors.
 * @throws BadFile naming every line that is not a brand.
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
      value = undefined; // ingestion refuses it, as a line that is no JSON
    }
    yield { number, value };
  }
}

function brandProblem(value: unknown): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'this is not a JSON object';
  const { name, aliases, competitors, website, ...rest } = value as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') return 'name is required, a text';
  if (website !== undefined && website !== null && typeof website !== 'string')
    return 'website must be a text';
  for (const [field, list] of Object.entries({ aliases, caseSensitive: rest['caseSensitive'] })) {
    const isTexts = Array.isArray(list) && list.every((entry) => typeof entry === 'string');
    if (list !== undefined && !isTexts) return `${field} must be a list of texts`;
  }
  if (competitors === undefined) return null;
  if (!Array.isArray(competitors)) return 'competitors must be a list';
  const at = competitors.findIndex((competitor) => brandProblem(competitor) !== null);
  return at === -1 ? null : `competitors[${at}]: ${brandProblem(competitors[at])}`;
}
