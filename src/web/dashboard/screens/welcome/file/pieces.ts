import { call, lastChange, type Schemas } from '../../../api/client.ts';
import { patiently } from '../../../api/connection.ts';

export type Result = Schemas['ImportResult'];
export type Reading = Schemas['ImportReading'];
export type Problem = Schemas['ImportProblem'];

/** The largest piece that the API takes, and the first one: small pieces show progress. */
const MOST_BYTES = 2 << 20;
const LEAST_BYTES = 1 << 18;
/** Problems that are kept for the list that can be saved. */
const MOST_PROBLEMS = 100_000;

/** What a file holds, or what became of it, up to where it is read. */
export interface Outcome
  extends Pick<Result, 'created' | 'unchanged' | 'withoutBrand' | 'first' | 'last' | 'problems'> {
  /** Part of the file that is read, 0 to 1. */
  share: number;
  problemCount: number;
  /** Answers that are stored, were there, or wait for their brand. */
  answers: number;
  /** How many answers each brand has, by the name that the file gives it. */
  brands: Map<string, number>;
  /** Result for the beginning of the file. */
  start: Result;
}

interface Options {
  file: File;
  /** What is known of how the file is read. */
  reading: Reading;
  brandId: string | null;
  /** Whether the answers are stored. */
  store: boolean;
  signal: AbortSignal;
}

/** What the beginning of a file holds. */
export function lookAt(file: File, reading: Reading, signal: AbortSignal): Promise<Result> {
  const beginning = file.slice(0, LEAST_BYTES);
  return sent(beginning, { reading, isLast: file.size === beginning.size }, signal);
}

/**
 * Sends a file piece by piece, to look at it or to store it. Answers that were stored before are there already, so that
 * an interrupted file can be sent again.
 * @throws ApiError, DOMException AbortError where it is cancelled; what was stored until then stays
 */
export async function sendFile(options: Options, onProgress: (outcome: Outcome) => void): Promise<Outcome> {
  const { file, brandId, store, signal } = options;
  let outcome: Outcome | undefined;
  let { reading } = options;
  for (let [at, line, length] = [0, 1, LEAST_BYTES]; ; ) {
    const piece = file.slice(at, at + length);
    const isLast = at + piece.size >= file.size;
    const body = { isLast, line, reading, store, ...(brandId !== null && { brandId }) };
    const result = await sent(piece, body, signal);
    if (reading.encoding !== undefined && reading.encoding !== result.reading.encoding) {
      if (store) throw new Error('The file has changed since it was read. Choose it again.');
      return sendFile({ ...options, reading: { ...options.reading, ...encodingOf(result) } }, onProgress);
    }
    const [open] = result.undecided;
    if (open) throw new Error(open.message);
    at += result.bytes;
    ({ reading, nextLine: line } = result);
    // The next piece is about as long as what was read of this one.
    length = result.bytes === 0 ? MOST_BYTES : Math.min(MOST_BYTES, Math.max(LEAST_BYTES, 2 * result.bytes));
    outcome = added(outcome, result, file.size === 0 ? 1 : at / file.size);
    onProgress(outcome);
    if (at >= file.size || (isLast && result.bytes === 0)) return outcome;
  }
}

const encodingOf = ({ reading: { encoding } }: Result): Reading => (encoding ? { encoding } : {});

function added(before: Outcome | undefined, result: Result, share: number): Outcome {
  const brands = new Map(before?.brands);
  let answers = (before?.answers ?? 0) + result.created + result.unchanged + result.withoutBrand;
  for (const { name, runs, exists } of result.brands) {
    brands.set(name, (brands.get(name) ?? 0) + runs);
    if (!exists) answers += runs;
  }
  const problems = [...(before?.problems ?? []), ...result.problems].slice(0, MOST_PROBLEMS);
  const times = [before?.first, before?.last, result.first, result.last]
    .filter((time) => time != null)
    .sort();
  return {
    share,
    created: (before?.created ?? 0) + result.created,
    unchanged: (before?.unchanged ?? 0) + result.unchanged,
    withoutBrand: (before?.withoutBrand ?? 0) + result.withoutBrand,
    problems,
    problemCount: (before?.problemCount ?? 0) + result.problems.length + result.problemsOmitted,
    answers,
    brands,
    first: times[0] ?? null,
    last: times.at(-1) ?? null,
    start: before?.start ?? result,
  };
}

/** Sends a piece, again after a while where the server asks for patience. */
async function sent(
  piece: Blob,
  body: Omit<Schemas['ImportRequest'], 'content'>,
  signal: AbortSignal,
): Promise<Result> {
  const content = await base64Of(piece);
  return patiently(async () => {
    signal.throwIfAborted();
    const result = await call('importAnswers', { body: { ...body, content } });
    // An answer that comes after that of a later choice is of no use.
    signal.throwIfAborted();
    if (body.store) lastChange.set(Date.now());
    return result;
  }, signal);
}

function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.onerror = () => reject(new Error('The file cannot be read any more. Choose it again.'));
    reader.readAsDataURL(piece);
  });
}
