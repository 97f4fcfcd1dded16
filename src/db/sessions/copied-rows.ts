const COPY_DATA = 'd'.charCodeAt(0);
/** The kind of a message, and its length without the kind. */
const HEAD_BYTES = 5;

/**
 * Joins the rows of a COPY that come together into one message; whatever else is received stays as it is. Postgres
 * sends a message for each row, and the package takes 1.7 µs for each.
 */
export class CopiedRows {
  /** How much is to come of a message whose beginning was passed on. */
  #rest = 0;
  /** The beginning of a message's head. */
  #held: Buffer | null = null;

  /** @returns what to pass on. The bytes received are changed. */
  join(received: Buffer): Buffer[] {
    const bytes = this.#held === null ? received : Buffer.concat([this.#held, received]);
    this.#held = null;
    const joined: Buffer[] = [];
    let at = Math.min(this.#rest, bytes.length);
    this.#rest -= at;
    // Apart: the package copies what it gets with the end of a message. Together, publishing took 3 % more CPU.
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

/** Makes one message of the whole rows from there on. @returns where it ends, and where the next message begins */
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

/** Where a row ends that begins there, when it is whole; 0 otherwise. */
function endOfRow(bytes: Buffer, at: number): number {
  if (bytes[at] !== COPY_DATA || at + HEAD_BYTES > bytes.length) return 0;
  const end = endOf(bytes, at);
  return end <= bytes.length ? end : 0;
}

function endOf(bytes: Buffer, at: number): number {
  return at + 1 + bytes.readUInt32BE(at + 1);
}
