/** How one kind of message is sent, over a client of its own, such as an open connection. */
interface Steps<Client extends Disposable, Attempt, Outcome> {
  /** Opens what the messages go out over; it is disposed of at the end. */
  open(): Client;
  /** Chooses a due message and commits its attempt; null: nothing is due. */
  begin(): Promise<Attempt | null>;
  /** Sends it. No transaction is open meanwhile: a receiver may take many seconds. */
  send(client: Client, attempt: Attempt): Promise<Outcome>;
  record(attempt: Attempt, outcome: Outcome): Promise<unknown>;
  /** Whether an outcome ends the loop although more may be due; default: never. */
  endsAfter?(outcome: Outcome): boolean;
}

interface Limits {
  /** Aborted when nothing new may begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: write nothing more. */
  lost: AbortSignal;
  /** Nothing new begins after this time of performance.now(), ms. */
  endsAt?: number;
}

/**
 * Sends due messages one after another. Each attempt is recorded before it is sent, so that it leaves a trace even if
 * the process is killed. Its outcome is recorded unless the lease was lost: another worker may have begun the next
 * attempt by then.
 * @throws the first error of a step, unless the lease was lost by then
 */
export async function sendAttempts<Client extends Disposable, Attempt, Outcome>(
  { stopping, lost, endsAt = Number.POSITIVE_INFINITY }: Limits,
  { open, begin, send, record, endsAfter = () => false }: Steps<Client, Attempt, Outcome>,
): Promise<void> {
  using client = open();
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
  }
}
