import type { OrgId } from '../../base/ids.ts';
import { foldName } from '../../extraction/text/fold.ts';
import type { RunResult } from '../runs/checks.ts';
import type { Ingestion } from '../runs/ingest.ts';
import type { Column, Schemas } from './columns.ts';
import { type Entry, MOST_BYTES, type Piece, type Reading, type ReadPiece, readPiece } from './piece.ts';
import { COMPUTED_ID, type Run } from './run.ts';

const MOST_RECORDS = 1_000;
const MOST_PROBLEMS = 1_000;
const LONGEST_SHOWN = 200;
const WITHOUT_BRAND =
  'brand: it is missing. Name the brand in a column brand, or choose one for the whole file.';

type Result = Schemas['ImportResult'];
type Problem = Schemas['ImportProblem'];

/** A run of a file with its line. */
export interface FileRun {
  line: number;
  run: Run;
}

/** Reads a piece of a file, and checks or stores its answers. */
export async function importPiece(
  ingestion: Ingestion,
  orgId: OrgId,
  { content, isLast = true, line = 1, reading = {}, brandId, store = false }: Schemas['ImportRequest'],
  { parse, ...options }: NonNullable<Parameters<Ingestion['ingest']>[2]> & Pick<Piece, 'parse'>,
): Promise<Result> {
  const bytes = Buffer.from(content, 'base64').subarray(0, MOST_BYTES);
  const piece = await readPiece({ bytes, isLast, line, reading, brandId, most: MOST_RECORDS, parse });
  const { runs, problems } = separated(piece.entries, { isBrandNeeded: store });
  const inputs = runs.map(({ run }) => run);
  const results = store
    ? (await ingestion.ingest(orgId, inputs, options)).results
    : await ingestion.preview(orgId, inputs, options.allowed ?? null);
  const isOfBrand = (at: number) => !store && brandIsLeft(inputs[at], results[at]);
  const ofRuns = runs.flatMap(({ line }, at) =>
    isOfBrand(at) ? [] : problemsOf(line, results[at], piece.reading),
  );
  const all = [...problems, ...ofRuns].sort((a, b) => a.line - b.line);
  const count = (status: RunResult['status']) =>
    results.filter((result, at) => result.status === status && !isOfBrand(at)).length;
  return {
    reading: piece.reading,
    undecided: piece.undecided,
    bytes: piece.bytes,
    nextLine: piece.nextLine,
    created: count('created'),
    unchanged: count('unchanged'),
    refused: problems.length + count('refused'),
    problems: all.slice(0, MOST_PROBLEMS),
    problemsOmitted: Math.max(0, all.length - MOST_PROBLEMS),
    ...brandsOf(inputs, results),
    ...timesOf(inputs),
    ...previewOf(piece, line === 1 ? runs : []),
  };
}

/** The runs of a file, and what is wrong with its other records. */
export function separated(entries: readonly Entry[], { isBrandNeeded }: { isBrandNeeded: boolean }) {
  const runs: FileRun[] = [];
  const problems: Problem[] = [];
  for (const entry of entries) {
    const { line } = entry;
    if ('problem' in entry)
      problems.push({ line, column: entry.column, externalId: null, message: entry.problem });
    else if (isBrandNeeded && isWithoutBrand(entry.run))
      problems.push({
        line,
        column: null,
        externalId: ownId(entry.run.externalId),
        message: WITHOUT_BRAND,
      });
    else runs.push(entry);
  }
  return { runs, problems };
}

/** Why a run was refused, and what was left out of one, with the column as the file calls it. */
export function problemsOf(
  line: number,
  result: RunResult | undefined,
  { columns, names }: Reading,
): Problem[] {
  const { externalId = '', status, message, warnings = [] } = result ?? {};
  const messages = [
    ...(status === 'refused' ? [message ?? 'It was refused.'] : []),
    ...warnings.map((one) => one.message),
  ];
  return messages.map((text) => {
    const field = /^\w+/.exec(text)?.[0] ?? '';
    const column = names[columns.indexOf(field as Column)] || null;
    return {
      line,
      column,
      externalId: ownId(externalId),
      message: column === null ? text : column + text.slice(field.length),
    };
  });
}

/** An id that the file gives its answer; null for one that was computed, which nobody can look for. */
const ownId = (id: string) => (id === '' || id.startsWith(COMPUTED_ID) ? null : shortened(id));

const isWithoutBrand = ({ brand, brandId }: Run) => brand === undefined && brandId === undefined;

/** Whether a run is only refused as its brand is not chosen or created yet. */
function brandIsLeft(run: Run | undefined, result: RunResult | undefined): boolean {
  if (run === undefined || result?.status !== 'refused') return false;
  return isWithoutBrand(run) || (result.error === 'not_found' && run.brandId === undefined);
}

function brandsOf(
  runs: readonly Run[],
  results: readonly RunResult[],
): Pick<Result, 'brands' | 'withoutBrand'> {
  const brands = new Map<string, Result['brands'][number]>();
  for (const [at, { brand }] of runs.entries()) {
    if (brand === undefined) continue;
    const name = shortened(brand);
    const found = brands.get(foldName(name)) ?? { name, runs: 0, exists: true };
    brands.set(foldName(name), found);
    found.runs += 1;
    found.exists &&= results[at]?.error !== 'not_found';
  }
  return { brands: [...brands.values()], withoutBrand: runs.filter(isWithoutBrand).length };
}

function timesOf(runs: readonly Run[]): Pick<Result, 'first' | 'last'> {
  const times = runs.map(({ executedAt }) => executedAt).sort();
  return { first: times[0] ?? null, last: times.at(-1) ?? null };
}

function previewOf({ rows }: ReadPiece, runs: readonly FileRun[]): Pick<Result, 'rows' | 'runs'> {
  return {
    rows: rows.map((row) => row.slice(0, 200).map(shortened)),
    runs: runs.slice(0, 5).map(({ line, run }) => ({
      line,
      brand: run.brand ?? null,
      platform: run.platform === 'OTHER' ? `OTHER:${run.platformName}` : run.platform,
      queryText: shortened(run.queryText),
      executedAt: run.executedAt,
      answer: run.answer ? shortened(run.answer) : null,
      sentimentScore: run.sentimentScore ?? null,
      citations: run.citations?.length ?? null,
    })),
  };
}

const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text.toWellFormed();
