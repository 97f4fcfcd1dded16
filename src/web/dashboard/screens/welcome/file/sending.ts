import { ApiError, api, type Schemas } from '../../../api/client.ts';
import type { Run } from './columns.ts';
import { type Entry, entriesOf, type Opened, type Reading } from './reading.ts';

/** What the API takes is more; smaller batches show how far it is. */
const BATCH_RUNS = 500;
const BATCH_CHARACTERS = 3_000_000;
/** As JSON, of which a character may be three bytes: the API takes 16 MB at once. */
const LONGEST_RUN = 5_000_000;
const MOST_WAITS = 20;
/** Problems that are kept for the list that can be saved. */
const MOST_PROBLEMS = 100_000;

/** What is wrong with a line of the file, and how to correct it. */
export interface Problem {
  line: number;
  externalId: string | null;
  message: string;
}

/** What a file holds, before anything is sent. */
export interface Survey {
  answers: number;
  problems: Problem[];
  problemCount: number;
  /** How many answers each brand has, by the name that the file gives it. */
  brands: Map<string, number>;
  /** Answers that name no brand, where none was chosen for the file. */
  withoutBrand: number;
  first: string | null;
  last: string | null;
}

export interface Progress {
  /** Of the file, 0 to 1. */
  share: number;
  created: number;
  unchanged: number;
  problems: Problem[];
  problemCount: number;
}

interface Options {
  file: File;
  opened: Opened;
  reading: Reading;
  signal: AbortSignal;
}

/** Reads a whole file without sending anything. @throws DOMException AbortError where it is cancelled */
export async function survey(
  { file, opened, reading, signal }: Options,
  onProgress: (share: number) => void,
): Promise<Survey> {
  const found: Survey = {
    answers: 0,
    problems: [],
    problemCount: 0,
    brands: new Map(),
    withoutBrand: 0,
    first: null,
    last: null,
  };
  let bytes = 0;
  for await (const entry of entriesOf(file, opened, { ...reading, brandId: reading.brandId ?? UNKNOWN })) {
    signal.throwIfAborted();
    if (entry.bytes !== bytes) onProgress(entry.bytes / file.size);
    bytes = entry.bytes;
    if ('problem' in entry) {
      addProblem(found, { line: entry.line, externalId: null, message: entry.problem });
      continue;
    }
    const { brand, brandId: id, executedAt } = entry.run;
    found.answers += 1;
    if (brand !== undefined) found.brands.set(brand, (found.brands.get(brand) ?? 0) + 1);
    if (id === UNKNOWN) found.withoutBrand += 1;
    if (found.first === null || executedAt < found.first) found.first = executedAt;
    if (found.last === null || executedAt > found.last) found.last = executedAt;
  }
  return found;
}

/** Stands for the brand of answers that name none, until a person has chosen it. */
const UNKNOWN = '-';

/**
 * Sends the answers of a file in batches; what the API refuses is told by the line of the file. Answers that were sent
 * before are there already, so that an interrupted file can be sent again.
 * @throws ApiError, DOMException AbortError where it is cancelled; what was sent until then stays
 */
export async function send(options: Options, onProgress: (progress: Progress) => void): Promise<Progress> {
  const { file, opened, reading, signal } = options;
  const progress: Progress = { share: 0, created: 0, unchanged: 0, problems: [], problemCount: 0 };
  let batch: Extract<Entry, { run: Run }>[] = [];
  let characters = 0;
  const flush = async (bytes: number) => {
    if (batch.length > 0)
      count(
        progress,
        batch,
        await sent(
          batch.map(({ run }) => run),
          signal,
        ),
      );
    batch = [];
    characters = 0;
    progress.share = bytes / file.size;
    onProgress({ ...progress });
  };
  for await (const entry of entriesOf(file, opened, reading)) {
    signal.throwIfAborted();
    if ('problem' in entry) {
      addProblem(progress, { line: entry.line, externalId: null, message: entry.problem });
      continue;
    }
    const size = JSON.stringify(entry.run).length;
    if (size > LONGEST_RUN) {
      addProblem(progress, { line: entry.line, externalId: null, message: 'The answer is too long.' });
      continue;
    }
    if (batch.length >= BATCH_RUNS || (batch.length > 0 && characters + size > BATCH_CHARACTERS))
      await flush(entry.bytes);
    batch.push(entry);
    characters += size;
  }
  await flush(file.size);
  return progress;
}

/** Sends a batch, again after a while where the server asks for patience. */
async function sent(runs: Run[], signal: AbortSignal): Promise<Schemas['IngestResult']['results']> {
  for (let waits = 0; ; waits += 1) {
    const { data, error, response } = await api.POST('/api/runs', { body: runs, signal });
    if (data) return data.results;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || waits === MOST_WAITS)
      throw new ApiError(response.status, error as Partial<Schemas['Error']>);
    await pause(Number(response.headers.get('Retry-After') ?? 2) * 1000, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function count(
  progress: Progress,
  batch: { line: number; run: Run }[],
  results: Schemas['IngestResult']['results'],
): void {
  for (const { index, status, message, warnings = [] } of results) {
    const entry = batch[index];
    for (const warning of entry ? warnings : [])
      addProblem(progress, {
        line: entry!.line,
        externalId: entry!.run.externalId,
        message: warning.message,
      });
    if (status === 'created') progress.created += 1;
    else if (status === 'unchanged') progress.unchanged += 1;
    else if (entry)
      addProblem(progress, {
        line: entry.line,
        externalId: entry.run.externalId,
        message: message ?? 'It was refused.',
      });
  }
}

function addProblem(to: { problems: Problem[]; problemCount: number }, problem: Problem): void {
  to.problemCount += 1;
  if (to.problems.length < MOST_PROBLEMS) to.problems.push(problem);
}
