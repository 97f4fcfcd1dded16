import { statSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { SingleBar } from 'cli-progress';

export const FAILED = 1;
export const WRONG_USE = 2;

/** Wrong use of a command: its message is printed, and the exit code is WRONG_USE. */
export class UsageError extends Error {}

/** Prints a message to stderr: stdout is for results alone. */
export function say(message: string): void {
  console.error(message);
}

/** A text from elsewhere, such as a name, on one line and without control characters, which a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Keeps a command running when its output cannot be written. A lost result is a failure. */
export function guardOutput(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exitCode = FAILED;
    // A reader that stops early, such as head, needs no explanation.
    if (error.code !== 'EPIPE') say(`The result could not be written: ${error.message}`);
  });
}

export function progressBar(format: string): SingleBar {
  return new SingleBar({
    format,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
    etaBuffer: 50,
  });
}

export async function passwordFromStdin(): Promise<string> {
  if (process.stdin.isTTY) say('Password, then Enter and Ctrl-D:');
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}

/** Bytes of a file. @throws UsageError for one that cannot be read */
export function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Events of `process` that end a long-running command: Ctrl-C, a service manager, the launcher's end. */
const STOP_EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const;

/** Resolves at the first event that ends the command; several may come. */
export function stopRequested(): Promise<void> {
  const stopping = new Promise<void>((stop) => {
    for (const event of STOP_EVENTS) process.on(event, () => stop());
  });
  // Listening for the launcher's end must not keep this process alive.
  process.channel?.unref();
  return stopping;
}
