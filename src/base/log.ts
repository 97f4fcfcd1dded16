import { isMainThread } from 'node:worker_threads';
import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { RepeatedFailures } from './failures/repeated-failures.ts';
import { LineBatch, LogOutput } from './log-output.ts';

export type Log = Logger;

/**
 * JSON lines on stderr (stdout is for results). Secrets are left out at the source: URLs are logged without
 * their query, headers and bodies are not logged at all; redaction is the second line of defence.
 * Warnings and errors that repeat are counted instead of written each time (RepeatedFailures).
 * @param level of pino, such as `info`; less severe lines are not written
 */
export function createLog(level: string): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: { error: stdSerializers.err },
    redact: {
      paths: [
        '*.password',
        '*.accessToken',
        '*.refreshToken',
        '*.authorization',
        '*.api_key',
        '*["x-api-key"]',
      ],
      censor: '[redacted]',
    },
  };
  const lines = pino(options, stderr());
  const failures = new RepeatedFailures();
  if (level !== 'silent') process.on('exit', () => failures.flush());
  const ended = lines.warn.bind(lines);
  return pino(
    {
      ...options,
      hooks: {
        logMethod(args, write, level) {
          const failed = level === WARN ? lines.warn : level === ERROR ? lines.error : null;
          const [first, second] = args as [unknown, unknown];
          const [fields, message] = typeof first === 'string' ? [{}, first] : [first, second];
          if (failed === null || typeof message !== 'string') write.apply(this, args);
          else
            failures.note(
              { fields: fields as Record<string, unknown>, message },
              { failed: failed.bind(lines), ended },
            );
        },
      },
    },
    stderr(),
  );
}

/** JSON lines of requests on stderr, regardless of the log level. AccessLog keeps secrets out of them. */
export function createAccessLog(): Log {
  const output = stderr();
  const lines = new LineBatch(output);
  process.on('exit', () => {
    lines.flush();
    output.flushSync();
  });
  return pino({ base: null }, lines);
}

const WARN = 40;
const ERROR = 50;

let output: LogOutput | undefined;

/** Standard error, shared by all logs of this thread. */
function stderr(): LogOutput {
  if (output) return output;
  const created = new LogOutput(2);
  output = created;
  process.on('exit', () => created.flushSync());
  if (isMainThread) {
    // Opening these streams makes pipes and sockets non-blocking, for all threads. Lines printed there may also be
    // lost.
    for (const stream of [process.stderr, process.stdout]) stream.on('error', () => {});
  }
  return created;
}
