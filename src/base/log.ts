import { isMainThread } from 'node:worker_threads';
import { type Logger, pino, stdSerializers } from 'pino';
import { LogOutput } from './log-output.ts';

export type Log = Logger;

/**
 * JSON lines on stderr (stdout is for results). Secrets are kept out at the source: URLs are logged without
 * their query, headers and bodies are not logged at all; redaction is the second line of defence.
 * @param level of pino, such as `info`; less severe lines are not written
 */
export function createLog(level: string): Log {
  return pino(
    {
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
    },
    stderr(),
  );
}

let output: LogOutput | undefined;

/** Standard error, shared by all logs of this thread. */
function stderr(): LogOutput {
  if (output) return output;
  const made = new LogOutput(2);
  output = made;
  process.on('exit', () => made.flushSync());
  if (isMainThread) {
    // Opening these streams makes pipes and sockets non-blocking, for all threads. What is printed there may be lost
    // as well.
    for (const stream of [process.stderr, process.stdout]) stream.on('error', () => {});
  }
  return made;
}
