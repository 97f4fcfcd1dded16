import { causeOf } from './causes.ts';

/** When lines are written, ms. */
interface Times {
  /** A kind of failure gets at most one line in this time. */
  lineMs: number;
  /** A kind has ended after this long without a failure, or after QUIET_PAUSES. */
  quietMs: number;
  /** How often kinds are examined. */
  lookMs: number;
}

const TIMES: Times = { lineMs: 60_000, quietMs: 15_000, lookMs: 1_000 };
/**
 * A kind has ended only after a pause this many times the longest between two of its failures: work with ever longer
 * retry pauses has not recovered merely because it is quiet.
 */
const QUIET_PAUSES = 2.5;
/** How many kinds are counted at once; a failure of any further kind is logged each time. */
const MOST_KINDS = 500;
const MOST_EXAMPLES = 5;
const MOST_CHARACTERS = 300;

/** A failure as it is logged. */
export interface Failure {
  /** The operation that failed. */
  message: string;
  fields: Record<string, unknown>;
}

/** Writes a line. */
type Write = (fields: object, message: string) => void;

/** How the lines of a kind are written: at the level of its failures, and as a remark that they ended. */
export interface Lines {
  failed: Write;
  ended: Write;
}

/** The failures of one kind. */
interface Kind {
  /** The name of the kind in log lines. */
  title: string;
  lines: Lines;
  begunAt: number;
  lastAt: number;
  lineAt: number;
  longestPauseMs: number;
  /** Failures since it began. */
  total: number;
  /** Failures since its last line, by failed operation. */
  since: Map<string, number>;
  /** The fields of some of them. */
  examples: Record<string, string | number | boolean>[];
  last: Failure;
}

/**
 * Keeps repeated failures from filling the log. The first failure of a kind is written at once; the following ones are
 * counted and written as one line a minute, and a last one when they have ended. Failures with the same known cause are
 * one kind, whatever operation failed: when twenty jobs fail because the database has no disk space, there is one thing
 * to mend.
 */
export class RepeatedFailures {
  readonly #kinds = new Map<string, Kind>();
  readonly #times: Times;
  #looking: NodeJS.Timeout | undefined;

  constructor(times = TIMES) {
    this.#times = times;
  }

  /** Writes the line of a failure, or counts it. */
  note(failure: Failure, lines: Lines): void {
    const now = performance.now();
    const cause = causeOf(failure.fields['error']);
    const name = nameOf(failure, cause);
    const kind = this.#kinds.get(name);
    if (!kind) {
      const title = cause ?? titleOf(failure);
      if (this.#kinds.size < MOST_KINDS) this.#kinds.set(name, newKind(title, failure, lines, now));
      this.#looking ??= setInterval(() => this.#look(), this.#times.lookMs).unref();
      lines.failed(failure.fields, cause === null ? failure.message : `${failure.message}: ${cause}`);
      return;
    }
    if (kind.total === 0) kind.begunAt = now;
    else kind.longestPauseMs = Math.max(kind.longestPauseMs, now - kind.lastAt);
    kind.total += 1;
    kind.lastAt = now;
    kind.last = failure;
    kind.since.set(failure.message, (kind.since.get(failure.message) ?? 0) + 1);
    const example = exampleOf(failure);
    if (kind.examples.length < MOST_EXAMPLES && Object.keys(example).length > 0) kind.examples.push(example);
  }

  /** Writes counts that are not written yet, before the process ends. */
  flush(): void {
    for (const kind of this.#kinds.values())
      if (kind.since.size > 0) this.#writeCount(kind, performance.now());
  }

  #look(): void {
    const now = performance.now();
    for (const [name, kind] of this.#kinds) {
      const quietMs = now - kind.lastAt;
      if (kind.total > 0 && quietMs >= Math.max(this.#times.quietMs, QUIET_PAUSES * kind.longestPauseMs))
        this.#end(kind);
      else if (kind.since.size > 0 && now - kind.lineAt >= this.#times.lineMs) this.#writeCount(kind, now);
      if (kind.total === 0 && now - kind.lineAt >= this.#times.lineMs) this.#kinds.delete(name);
    }
    if (this.#kinds.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #writeCount(kind: Kind, now: number): void {
    const seconds = Math.round((now - kind.lineAt) / 1000);
    const { error } = kind.last.fields;
    kind.lines.failed(
      { ...countOf(kind), seconds, ...(error === undefined ? {} : { error }) },
      `again: ${kind.title}`,
    );
    kind.lineAt = now;
    kind.since.clear();
    kind.examples.length = 0;
  }

  /** A single failure needs no line about its end. */
  #end(kind: Kind): void {
    const { total, begunAt, lastAt } = kind;
    if (total > 1) {
      const seconds = Math.round((lastAt - begunAt) / 1000);
      const last = new Date(Date.now() - (performance.now() - lastAt)).toISOString();
      kind.lines.ended({ ...countOf(kind), total, seconds, last }, `ended: ${kind.title}`);
      kind.lineAt = performance.now();
    }
    Object.assign(kind, { total: 0, longestPauseMs: 0 });
    kind.since.clear();
    kind.examples.length = 0;
  }
}

function newKind(title: string, last: Failure, lines: Lines, now: number): Kind {
  const times = { begunAt: now, lastAt: now, lineAt: now, longestPauseMs: 0 };
  return { title, lines, ...times, total: 1, since: new Map(), examples: [], last };
}

/**
 * The key of a kind: the known cause, otherwise the failed operation and the error's text without numbers and ids. A
 * failure marked as an alarm is always a kind of its own.
 */
function nameOf({ message, fields }: Failure, cause: string | null): string {
  if (cause !== null) return message.startsWith('ALARM') ? `${message}: ${cause}` : cause;
  return titleOf({ message, fields }).replaceAll(/[0-9a-f]{8,}|\d+/gi, '#');
}

function titleOf({ message, fields }: Failure): string {
  const { error, reason } = fields;
  const text = error instanceof Error ? error.message : String(error ?? reason ?? '');
  return text === '' ? message : `${message}: ${text.slice(0, MOST_CHARACTERS)}`;
}

/** The counts since the last line. */
function countOf({ since, examples }: Kind): object {
  const count = [...since.values()].reduce((sum, each) => sum + each, 0);
  return {
    count,
    failures: Object.fromEntries(since),
    ...(examples.length > 0 && { examples: [...examples] }),
  };
}

/** The plain fields of a failure, such as ids. */
function exampleOf({ fields }: Failure): Record<string, string | number | boolean> {
  const example: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') example[name] = value.slice(0, MOST_CHARACTERS);
    if (typeof value === 'number' || typeof value === 'boolean') example[name] = value;
  }
  return example;
}
