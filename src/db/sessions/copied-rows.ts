const COPY_DATA = 'd'.charCodeAt(0);
/** One byte for the kind of a message, four for its length without the kind. */
const HEAD_BYTES = 5;

/**
 * Merges the rows of a COPY that arrive together into one message. Everything else that is received passes unchanged.
 * Postgres sends one message per row, and the package takes 1.7 µs for each.
 */
export class CopiedRows {
  /** Bytes still to come of a message whose beginning was passed on. */
  #rest = 0;
  /** The part of a message's head that has arrived. */
  #held: Buffer | null = null;

  /** @returns what to pass on; the received bytes are modified */
  join(received: Buffer): Buffer[] {
    const bytes = this.#held === null ? received : Buffer.concat([this.#held, received]);
    this.#held = null;
    const joined: Buffer[] = [];
    let at = Math.min(this.#rest, bytes.length);
    this.#rest -= at;
    // A separate buffer: the package copies whatever arrives with the end of a message. Combined, publishing took 3 %
    // more CPU.
    if (at > 0) joined.push(bytes.subarray(0, at));
    let from = at;
    while (at + HEAD_BYTES <= bytes.length) {
      const end = endOf(bytes, at);
      if (bytes[at] === COPY_DATA && endOfRow(bytes, end) > 0) {
        const [rowsEnd, next] = joinRows(bytes, at);
        joined.push(bytes.subarray(from, rowsEnd));
        from = next;
        at = next;
      } else at = end;
    }
    if (at > bytes.length) this.#rest = at - bytes.length;
    else if (at < bytes.length) this.#held = Buffer.from(bytes.subarray(at));
    const last = Math.min(at, bytes.length);
    if (last > from) joined.push(bytes.subarray(from, last));
    return joined;
  }
}

/** Merges the whole rows that begin at `from` into one message. @returns its end, and the start of the next message */
function joinRows(bytes: Buffer, from: number): [end: number, next: number] {
  let at = endOf(bytes, from);
  let to = at;
  for (let end = endOfRow(bytes, at); end > 0; end = endOfRow(bytes, at)) {
    bytes.copyWithin(to, at + HEAD_BYTES, end);
    to += end - at - HEAD_BYTES;
    at = end;
  }
  bytes.writeUInt32BE(to - from - 1, from + 1);
  return [to, at];
}

/** The end of the row that begins there; 0 if the row is incomplete. */
function endOfRow(bytes: Buffer, at: number): number {
  if (bytes[at] !== COPY_DATA || at + HEAD_BYTES > bytes.length) return 0;
  const end = endOf(bytes, at);
  return end <= bytes.length ? end : 0;
}

function endOf(bytes: Buffer, at: number): number {
  return at + 1 + bytes.readUInt32BE(at + 1);
}
