import { writeSync } from 'node:fs';

/** How much is buffered for a slow reader. Further lines are lost, so that an unread pipe does not fill the memory. */
const MOST_WAITING_BYTES = 256 << 10;
const RETRY_MS = 100;
/** How long an ending program waits for a slow reader. */
const FLUSH_MS = 200;

interface Waiting {
  bytes: Buffer;
  /** How many lines are lost with it: its own, and the lines that its notice counts. */
  lines: number;
}

/**
 * Writes lines to a file descriptor without ever ending or blocking the program: lines are lost on a full disk, or if
 * the reader left or does not read. Lost lines are counted, and a notice precedes the next line that gets through.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #lost = 0;
  /** Whether only a part of the last line was written. */
  #isTorn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** @param text whole lines @param lines how many */
  write(text: string, lines = 1): void {
    const isWaiting = this.#waiting.length > 0;
    if (this.#waitingBytes > MOST_WAITING_BYTES) {
      this.#lost += lines;
      return;
    }
    const bytes = Buffer.from(this.#lost > 0 ? `${this.#notice()}${text}` : text);
    this.#waiting.push({ bytes, lines: lines + this.#lost });
    this.#waitingBytes += bytes.length;
    this.#lost = 0;
    if (!isWaiting) this.#send();
  }

  /** Writes buffered lines, and waits a little for a slow reader. */
  flushSync(): void {
    const deadline = performance.now() + FLUSH_MS;
    for (this.#send(); this.#waiting.length > 0 && performance.now() < deadline; this.#send())
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
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR')
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

/** A pipe takes this much in one piece, so lines of other threads cannot split it. */
const MOST_BATCH_BYTES = 4096;
const BATCH_MS = 50;

/** Writes many lines together, at most BATCH_MS late: the write is the most expensive part of a line. */
export class LineBatch {
  readonly #output: LogOutput;
  #text = '';
  #timer: NodeJS.Timeout | undefined;
  #lines = 0;

  constructor(output: LogOutput) {
    this.#output = output;
  }

  /** @param line mostly ASCII: its length is taken as its bytes */
  write(line: string): void {
    if (this.#text.length + line.length > MOST_BATCH_BYTES) this.flush();
    if (this.#lines === 0) this.#timer = setTimeout(this.flush, BATCH_MS).unref();
    this.#text += line;
    this.#lines += 1;
  }

  readonly flush = (): void => {
    if (this.#lines === 0) return;
    clearTimeout(this.#timer);
    const [text, lines] = [this.#text, this.#lines];
    this.#text = '';
    this.#lines = 0;
    this.#output.write(text, lines);
  };
}
