import { ApiError, answerTo } from '../api/client.ts';
import { reloadReports } from '../api/loading.ts';
import { toast } from '../components/toast.tsx';
import { Store } from '../state/store.ts';

/** Whether a change was made that reports do not show yet. */
export const isBehind = new Store(false);

const EVERY_MS = 4_000;
/** Snapshots are made every half minute; a large organisation's take longer. */
const MOST_MS = 5 * 60_000;
let turn = 0;

/** After a change that reports show with the next snapshot: waits for that, and then loads what is shown anew. */
export function follow(): void {
  turn += 1;
  isBehind.set(true);
  void wait(turn, Date.now() + MOST_MS);
}

async function wait(own: number, until: number): Promise<void> {
  let since: number | undefined;
  while (own === turn && Date.now() < until) {
    const { asOf, now } = await clocks();
    // By the server's clock, which tells whole seconds.
    since ??= now === null ? undefined : now + 1_000;
    if (asOf !== null && since !== undefined && asOf >= since) break;
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
  if (own !== turn) return;
  isBehind.set(false);
  reloadReports();
  if (Date.now() < until) toast('Reports now show what you changed.');
}

/** Up to when reports are complete, and what time it is, by the server; null where it does not say. */
async function clocks(): Promise<{ asOf: number | null; now: number | null }> {
  try {
    const { response } = await answerTo('getBrandsReport', { body: { limit: 1 } });
    const time = (header: string) => Date.parse(response.headers.get(header) ?? '') || null;
    return { asOf: time('X-Data-As-Of'), now: time('Date') };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) turn += 1;
    if (error instanceof ApiError || error instanceof TypeError) return { asOf: null, now: null };
    throw error;
  }
}
