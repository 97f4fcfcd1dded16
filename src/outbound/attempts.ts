import type { Outbound } from './addresses.ts';
import { OutboundClient } from './client.ts';

/** How one kind of message is sent. */
interface Steps<Attempt, Outcome> {
  /** Chooses what is due and commits that it is attempted; null where nothing is due. */
  begin(): Promise<Attempt | null>;
  /** Sends it. No transaction is open meanwhile: a receiver may take many seconds. */
  send(client: OutboundClient, attempt: Attempt): Promise<Outcome>;
  record(attempt: Attempt, outcome: Outcome): Promise<unknown>;
  /** Whether an outcome ends the loop though more may be due; by default none does. */
  endsAfter?(outcome: Outcome): boolean;
}

interface Limits {
  /** Aborted when nothing new is to begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: nothing is to be written any more. */
  lost: AbortSignal;
  /** Nothing new begins after this time of performance.now(), ms. */
  endsAt?: number;
}

/**
 * Sends what is due, one message after the other. Each attempt is on record before it is sent, so that one whose
 * process was killed meanwhile leaves a trace. Its outcome is recorded unless the lease was lost: another worker may
 * have made the next attempt by then.
 * @throws the first error of a step, unless the lease was lost by then
 */
export async function sendAttempts<Attempt, Outcome>(
  outbound: Outbound,
  { stopping, lost, endsAt = Number.POSITIVE_INFINITY }: Limits,
  { begin, send, record, endsAfter = () => false }: Steps<Attempt, Outcome>,
): Promise<void> {
  // One after the other, over one connection.
  const client = new OutboundClient(outbound, { connections: 1 });
  try {
    while (!stopping.aborted && performance.now() < endsAt) {
      lost.throwIfAborted();
      const attempt = await begin();
      if (attempt === null) return;
      lost.throwIfAborted();
      const outcome = await send(client, attempt);
      lost.throwIfAborted();
      await record(attempt, outcome);
      if (endsAfter(outcome)) return;
    }
  } catch (error) {
    if (!lost.aborted) throw error;
  } finally {
    client.close();
  }
}
