import type { Tx } from '../../db/client.ts';

/** The number of rows whose sizes are fetched together. */
const SIZES_PER_FETCH = 2_000;
/**
 * The most bytes of rows fetched together, as Postgres stores them; one byte becomes at most six in JSON. A larger row
 * is fetched alone.
 */
const BYTES_PER_FETCH = 1 << 20;

/** SQL of a query whose rows become lines of JSON. It takes no parameters, as a cursor has none. */
interface LinesQuery {
  /** The columns of a row, which `line` names `r`. */
  chosen: string;
  /** A JSON value of a row `r`. */
  line: string;
  /** The size of a row, bytes, without reading long columns. */
  size: string;
  /** From, where and order. */
  rows: string;
}

/**
 * The rows of a query as lines of JSON, in fetches of at most BYTES_PER_FETCH. A fixed number of rows would fail: a few
 * hundred long answers exceed the longest string. Two cursors run in the same order; the first gives the sizes without
 * reading long columns. One such query at a time runs in a transaction.
 */
export async function* jsonLines(tx: Tx, { chosen, line, size, rows }: LinesQuery): AsyncGenerator<string[]> {
  await tx.unsafe(`declare sizes no scroll cursor for select (${size})::float8 as bytes ${rows}`);
  await tx.unsafe(
    `declare lines no scroll cursor for select (${line})::text as line from (select ${chosen} ${rows}) r`,
  );
  const fetched = async (count: number) =>
    (await tx.unsafe<{ line: string }[]>(`fetch ${count} from lines`)).map((row) => row.line);
  for (;;) {
    const sizes = await tx.unsafe<{ bytes: number }[]>(`fetch ${SIZES_PER_FETCH} from sizes`);
    let count = 0;
    let sum = 0;
    for (const { bytes } of sizes) {
      if (count > 0 && sum + bytes > BYTES_PER_FETCH) {
        yield await fetched(count);
        count = 0;
        sum = 0;
      }
      count += 1;
      sum += bytes;
    }
    if (count > 0) yield await fetched(count);
    if (sizes.length < SIZES_PER_FETCH) break;
  }
  await tx.unsafe('close sizes');
  await tx.unsafe('close lines');
}
