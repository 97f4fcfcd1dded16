import { openSync, writeSync } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A failure of node:test, which has that of the test as its cause. */
interface TestFailure extends Error {
  failureType?: string;
}

/** What the process that started this one reads of a failure. */
export interface Failure {
  type: string;
  text: string;
}

/** The events that a report is made from, and those that say which tests run. The summary is the last one. */
const KEPT = new Set(
  ['start', 'pass', 'fail', 'diagnostic', 'dequeue', 'complete', 'summary'].map((name) => `test:${name}`),
);

/** Where the process of a program writes the results of its tests. */
export function resultsOf(program: string): string {
  return `${program}.results`;
}

/**
 * A reporter of node:test that writes each event into a file, a line of JSON each. Other output of the process cannot get
 * between them, and what was written stays if the process is killed.
 */
export default class Results extends Transform {
  readonly #file = openSync(resultsOf(process.argv[1] ?? ''), 'w');
  #written = 0;

  constructor() {
    super({ writableObjectMode: true });
  }

  override _transform({ type, data }: TestEvent, _encoding: string, done: TransformCallback): void {
    if (KEPT.has(type)) {
      // A number tells its reader that none is missing.
      writeSync(this.#file, `${JSON.stringify({ at: this.#written, type, data }, withFailures)}\n`);
      this.#written += 1;
    }
    done();
  }

  /**
   * Ends the process. What a test that failed has left open would keep it for ever. Besides, Node 24.20 has turned round
   * for ever in its own end after servers with several threads; process.exit leaves that out.
   */
  override _flush(): void {
    process.exit();
  }
}

function withFailures(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { failureType = 'testCodeFailure', cause = value }: TestFailure = value;
  const options = { breakLength: Infinity, colors: process.stdout.isTTY };
  return { type: failureType, text: inspect(cause, options) } satisfies Failure;
}
