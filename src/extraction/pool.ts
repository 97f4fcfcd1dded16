/** Extraction in worker threads, so that the event loop stays free however long the answers are. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Explanation } from './explain.ts';
import type { Answer, Extraction, KnownBrand } from './extract.ts';
import { MISSING, type Task } from './worker.ts';

export interface ExtractionPool {
  /**
   * Extracts from answers with the lexicon of `brands`.
   *
   * @param key names the content of the lexicon (organisation and version of its names): threads keep
   *   compiled lexicons by it
   * @param brands called at most once, when a thread lacks the lexicon
   * @returns one extraction an answer, in the same order
   * @throws what extraction threw, or that the pool is closed; other calls go on
   */
  extract(key: string, brands: () => KnownBrand[], answers: Answer[]): Promise<Extraction[]>;
  /** One answer's extraction with the places it rests on; otherwise as `extract`. */
  explain(key: string, brands: () => KnownBrand[], answer: Answer): Promise<Explanation>;
  /** Waits for the calls under way and ends the threads. */
  close(): Promise<void>;
}

/**
 * Answers in one task: some 20 ms of work, so that handing it to a thread costs little beside it and calls of
 * a few answers do not wait long behind a large one.
 */
const CHUNK_ANSWERS = 64;
/** Characters in one task, for answers much longer than usual (3,000). */
const CHUNK_CHARACTERS = 400_000;
const IDLE_MILLISECONDS = 60_000;

/**
 * @param options.threads at most so many; by default one less than there are processors, at least one
 * @param options.share the part of the default for one of several pools
 */
export function createExtractionPool({
  share = 1,
  threads = Math.max(1, Math.floor((availableParallelism() - 1) * share)),
}: {
  threads?: number;
  share?: number;
} = {}): ExtractionPool {
  const calls = new Set<Promise<unknown>>();
  let piscina: Piscina<Task, Extraction[] | typeof MISSING> | null = null;
  let closed: Promise<void> | null = null;

  const start = () => {
    const started = new Piscina<Task, Extraction[] | typeof MISSING>({
      filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      // Set here because process.execArgv, which threads inherit, lacks it where tsx was registered in code.
      execArgv: ['--import', import.meta.resolve('tsx')],
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MILLISECONDS,
    });
    // A thread that dies rejects its calls and is replaced; without a listener one that dies idle would end
    // the process.
    started.on('error', () => {});
    return started;
  };

  const run = async (
    { key, answers, isExplained = false }: Task,
    brands: () => KnownBrand[],
  ): Promise<Extraction[]> => {
    piscina ??= start();
    const pool = piscina;
    let sent: KnownBrand[] | undefined;
    const chunks = chunksOf(answers, threads).map(async (chunk) => {
      const task = { key, answers: chunk, isExplained };
      const result = await pool.run(task);
      if (result !== MISSING) return result;
      sent ??= brands();
      return (await pool.run({ ...task, brands: sent })) as Extraction[];
    });
    return (await Promise.all(chunks)).flat();
  };

  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== null) throw new Error('The extraction pool is closed');
    const started = work();
    calls.add(started);
    try {
      return await started;
    } finally {
      calls.delete(started);
    }
  };

  const close = async () => {
    await Promise.allSettled(calls);
    await piscina?.destroy();
  };

  return {
    extract: (key, brands, answers) =>
      call(async () => (answers.length === 0 ? [] : run({ key, answers }, brands))),
    explain: (key, brands, answer) =>
      call(async () => {
        const [explanation] = await run({ key, answers: [answer], isExplained: true }, brands);
        return explanation as Explanation;
      }),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** Splits so that every thread has work and no task takes long. */
function chunksOf(answers: Answer[], threads: number): Answer[][] {
  const most = Math.min(CHUNK_ANSWERS, Math.ceil(answers.length / threads));
  const chunks: Answer[][] = [];
  let characters = 0;
  for (const answer of answers) {
    const last = chunks.at(-1);
    const fits =
      last !== undefined && last.length < most && characters + answer.answer.length <= CHUNK_CHARACTERS;
    if (fits) last.push(answer);
    else chunks.push([answer]);
    characters = answer.answer.length + (fits ? characters : 0);
  }
  return chunks;
}
