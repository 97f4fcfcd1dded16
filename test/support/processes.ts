import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { spec } from 'node:test/reporters';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { eachOf } from '../../src/files/each-of.ts';
import { type Failure, resultsOf } from './results.ts';
import type { Outcome } from './run-again.ts';

/** How often the results of a process are looked at while it runs. */
const LOOK_MS = 100;

/** A program that runs test files. */
export interface TestProgram {
  path: string;
  files: string[];
}

interface Data {
  testId: number;
  name: string;
  nesting: number;
  file?: string;
  message?: string;
  skip?: unknown;
  todo?: unknown;
  details?: { duration_ms: number; type?: string; error?: Failure };
}

interface Event {
  /** Its place, from 0. */
  at: number;
  type: string;
  data: Data;
}

/** As node:test counts. A suite is no test. */
type Counts = Record<keyof typeof LABELS, number>;
const LABELS = {
  tests: 'tests',
  suites: 'suites',
  passed: 'pass',
  failed: 'fail',
  cancelled: 'cancelled',
  skipped: 'skipped',
  todo: 'todo',
};
const COUNTED = Object.keys(LABELS) as (keyof Counts)[];
const CANCELLED = new Set(['cancelledByParent', 'testAborted', 'testTimeoutFailure']);
/** The counts that a process says at its end. */
const OF_PROCESS = new RegExp(`^(${Object.values(LABELS).join('|')}|duration_ms) [\\d.]+$`);

/** Runs programs, so many at once, and reports their tests as node's own runner does. */
export class TestProcesses {
  readonly #running = new Set<ChildProcess>();
  readonly #options: string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #out: NodeJS.WritableStream;
  #isStopped = false;

  /** @param options of node for each process @param out takes the report */
  constructor(options: string[], env: NodeJS.ProcessEnv, out: NodeJS.WritableStream) {
    this.#options = [`--test-reporter=${import.meta.resolve('./results.ts')}`, ...options];
    this.#env = env;
    this.#out = out;
  }

  /** Ends the processes; no other begins. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopped = true;
    for (const child of this.#running) child.kill(signal);
  }

  /** A process that ends without all of its results is a failure, in which its files fail. */
  async run(programs: readonly TestProgram[], atOnce: number): Promise<Outcome> {
    const startedAt = performance.now();
    const ends = new Map(programs.map((program) => [program, Promise.withResolvers<string | null>()]));
    const running = eachOf(programs, atOnce, async (program) => {
      ends.get(program)?.resolve(this.#isStopped ? 'it was not started' : await this.#start(program));
    });
    const report = new Report(this.#out);
    // The file of each keeps its results until it is its turn.
    for (const program of programs) {
      const end = ends.get(program)!.promise;
      const results = new ProgramResults(program, report);
      for await (const event of eventsOf(resultsOf(program.path), end)) results.take(event);
      results.end(await end);
      if (this.#isStopped) break;
    }
    await running;
    const outcome = await report.end(performance.now() - startedAt);
    // None runs again.
    return this.#isStopped ? { code: 1, failed: [] } : outcome;
  }

  /** @returns how it ended; null: well */
  #start({ path }: TestProgram): Promise<string | null> {
    const child = spawn(process.execPath, [...this.#options, path], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: this.#env,
    });
    this.#running.add(child);
    return new Promise<string | null>((done) => {
      child.on('error', ({ message }) => done(`it could not be started: ${message}`));
      child.on('exit', (code, signal) =>
        done(code === 0 ? null : `it ended ${signal === null ? `with code ${code}` : `by ${signal}`}`),
      );
    }).finally(() => this.#running.delete(child));
  }
}

/** The events of a file as they are written, until its writer has ended, or to the first that is damaged or missing. */
async function* eventsOf(path: string, end: Promise<unknown>): AsyncGenerator<Event> {
  let hasEnded = false;
  end.then(() => {
    hasEnded = true;
  });
  for (let seen = 0; ; ) {
    const isLast = hasEnded;
    // What comes behind the last line break is not complete.
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(seen, -1) : [];
    for (const line of lines) {
      const event = parsed(line);
      if (event?.at !== seen) return;
      seen += 1;
      yield event;
    }
    if (isLast) return;
    await Promise.race([end, sleep(LOOK_MS)]);
  }
}

function parsed(line: string): Event | null {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return null;
  }
}

/** The results of one program. They are complete if its summary is among them: it comes last. */
class ProgramResults {
  readonly #files: string[];
  readonly #report: Report;
  /** Names of the tests that run, by their ids. */
  readonly #running = new Map<number, string>();
  /** Tests of which nothing else is known yet. */
  readonly #started: Data[] = [];
  #isComplete = false;
  #hasFailed = false;

  constructor({ files }: TestProgram, report: Report) {
    this.#files = files;
    this.#report = report;
  }

  take({ type, data }: Event): void {
    if (type === 'test:pass' || type === 'test:fail') this.#result(type, data);
    else if (type === 'test:start') this.#started.push(data);
    else if (type === 'test:dequeue') this.#running.set(data.testId, data.name);
    else if (type === 'test:complete') this.#running.delete(data.testId);
    else if (type === 'test:summary') this.#isComplete = true;
    else if (type === 'test:diagnostic' && (data.nesting > 0 || !OF_PROCESS.test(data.message ?? '')))
      this.#report.write(type, data);
  }

  /** @param failure how it ended; null: well */
  end(failure: string | null): void {
    // A process with tests that failed ends with a code of its own.
    if (this.#isComplete && (failure === null || this.#hasFailed)) return;
    const reasons = [
      failure,
      this.#isComplete ? null : 'its results are not complete',
      this.#running.size === 0 ? null : `these ran: ${[...this.#running.values()].join(', ')}`,
    ];
    const text = `${reasons.filter((reason) => reason !== null).join('; ')}.`;
    const data = { testId: 0, name: `process (${this.#files.join(', ')})`, nesting: 0 };
    const details = { duration_ms: 0, error: { type: 'testCodeFailure', text } };
    this.#report.result('test:fail', { ...data, details }, this.#files);
  }

  #result(type: 'test:pass' | 'test:fail', data: Data): void {
    // They go with the first result in them: without one, the report would wait for it.
    for (const started of this.#started.splice(0)) this.#report.write('test:start', started);
    this.#hasFailed ||= type === 'test:fail' && data.todo === undefined;
    this.#report.result(type, data, [fileOf(data)]);
  }
}

/** What is printed: node's own report, of all processes together. */
class Report {
  readonly #spec = new spec();
  readonly #counts = noCounts();
  readonly #failed = new Set<string>();

  constructor(out: NodeJS.WritableStream) {
    this.#spec.pipe(out, { end: false });
  }

  write(type: string, { details, ...data }: Omit<Data, 'name' | 'testId'>): void {
    const { error } = details ?? {};
    // node:test shows the cause of its own errors.
    const cause = { [inspect.custom]: () => error?.text };
    const shown = error && { code: 'ERR_TEST_FAILURE', failureType: error.type, cause };
    this.#spec.write({ type, data: { ...data, ...(details && { details: { ...details, error: shown } }) } });
  }

  /** @param files that fail if it is a failure */
  result(type: 'test:pass' | 'test:fail', data: Data, files: string[]): void {
    count(this.#counts, type, data);
    if (type === 'test:fail' && data.todo === undefined) for (const file of files) this.#failed.add(file);
    this.write(type, data);
  }

  async end(durationMs: number): Promise<Outcome> {
    for (const name of COUNTED) this.#say(`${LABELS[name]} ${this.#counts[name]}`);
    this.#say(`duration_ms ${durationMs}`);
    await new Promise<void>((done) => this.#spec.once('end', done).end());
    return { code: this.#failed.size > 0 ? 1 : 0, failed: [...this.#failed] };
  }

  #say(message: string): void {
    this.write('test:diagnostic', { nesting: 0, message });
  }
}

function noCounts(): Counts {
  return { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };
}

/** Adds a result; a suite counts as nothing else. */
function count(counts: Counts, type: 'test:pass' | 'test:fail', { skip, todo, details }: Data): void {
  const isSuite = details?.type === 'suite';
  const isCancelled = CANCELLED.has(details?.error?.type ?? '');
  counts[isSuite ? 'suites' : 'tests'] += 1;
  if (isSuite) return;
  if (skip !== undefined) counts.skipped += 1;
  else if (todo !== undefined) counts.todo += 1;
  else if (type === 'test:pass') counts.passed += 1;
  else counts[isCancelled ? 'cancelled' : 'failed'] += 1;
}

/** The test file of a failure: that of the test, or the suite that is named by it, where it could not be loaded. */
function fileOf({ name, file = '' }: Data): string {
  const names = [relative(process.cwd(), file), name];
  return names.find((each) => each.endsWith('.test.ts')) ?? file;
}
