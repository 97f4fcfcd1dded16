import type { Schemas } from '../../api/client.ts';
import { formatMoment } from '../../components/numbers.ts';
import { Table } from '../../components/table/table.tsx';

type Attempt = Schemas['RunAttempt'];

/** Every request that was sent for the answer. */
export function Attempts({ attempts, isOpen }: { attempts: readonly Attempt[]; isOpen: boolean }) {
  return (
    <details class="card answer-tries" open={isOpen}>
      <summary>How it was asked: every try</summary>
      <Table
        caption="Every try"
        csv="tries"
        columns={[
          { name: 'Try', cell: ({ ordinal }) => ordinal, value: ({ ordinal }) => ordinal },
          {
            name: 'Sent',
            cell: ({ sentAt }) => <span class="nowrap">{formatMoment(sentAt)}</span>,
            value: ({ sentAt }) => sentAt,
          },
          { name: 'Outcome', cell: outcomeOf, value: outcomeOf },
          {
            name: 'Why',
            cell: ({ error, status }) => `${error ?? '–'}${status === null ? '' : ` (status ${status})`}`,
            value: ({ error }) => error,
          },
          {
            name: 'Next try',
            cell: ({ nextAttemptAt }) => <span class="nowrap">{formatMoment(nextAttemptAt)}</span>,
            value: ({ nextAttemptAt }) => nextAttemptAt,
          },
        ]}
        rows={attempts}
        keyOf={({ ordinal }) => String(ordinal)}
      />
    </details>
  );
}

function outcomeOf({ outcome }: Attempt): string {
  switch (outcome) {
    case 'ANSWERED':
      return 'answered';
    case 'FAILED':
      return 'failed';
    case 'INTERRUPTED':
      return 'interrupted';
    default:
      return 'under way';
  }
}
