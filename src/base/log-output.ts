import { writeSync } from 'node:fs';

/** Kept for a reader that is slow; what comes beyond it is lost, so that a pipe nobody reads fills no memory. */
const MOST_WAITING_BYTES = 256 << 10;
const RETRY_MS = 100;
/** What a program that ends gives a slow reader. */
const LAST_WORDS_MS = 200;

interface Waiting {
  bytes: Buffer;
  /** Lines that are lost with it: its own, and those it tells about. */
  lines: number;
}

/**
 * Lines to a file descriptor that never ends or holds up the program, whatever becomes of it: a disk that is full,
 * a reader that left or does not read. What is lost is counted, and told before the first line that gets through.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #lost = 0;
  /** Whether the last line that got through did so in part only. */
  #isTorn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(line: string): void {
    const isWaiting = this.#waiting.length > 0;
    if (this.#waitingBytes > MOST_WAITING_BYTES) {
      this.#lost += 1;
      return;
    }
    const bytes = Buffer.from(this.#lost > 0 ? `${this.#notice()}${line}` : line);
    this.#waiting.push({ bytes, lines: 1 + this.#lost });
    this.#waitingBytes += bytes.length;
    this.#lost = 0;
    if (!isWaiting) this.#send();
  }

  /** Gives a slow reader a little time for what waits. */
  flushSync(): void {
    const deadline = Date.now() + LAST_WORDS_MS;
    for (this.#send(); this.#waiting.length > 0 && Date.now() < deadline; this.#send())
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }

  #notice(): string {
    const WARN = 40;
    const notice = { level: WARN, time: Date.now(), lines: this.#lost, msg: 'log lines were lost' };
    return `${this.#isTorn ? '\n' : ''}${JSON.stringify(notice)}\n`;
  }

  #send(): void {
    clearTimeout(this.#timer);
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      let sent: number;
      try {
        sent = writeSync(this.#fd, first.bytes);
      } catch (error) {
        if (['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          this.#timer = setTimeout(() => this.#send(), RETRY_MS).unref();
        else this.#lose();
        return;
      }
      this.#waitingBytes -= sent;
      this.#isTorn = sent < first.bytes.length;
      if (this.#isTorn) first.bytes = first.bytes.subarray(sent);
      else this.#waiting.shift();
    }
  }

  #lose(): void {
    for (const { lines } of this.#waiting) this.#lost += lines;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }
}
