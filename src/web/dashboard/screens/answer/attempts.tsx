import type { Schemas } from '../../api/client.ts';
import { momentColumn } from '../../components/list/columns.tsx';
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
          { name: 'Try', value: ({ ordinal }) => ordinal },
          momentColumn('Sent', ({ sentAt }: Attempt) => sentAt),
          { name: 'Outcome', value: outcomeOf },
          {
            name: 'Why',
            cell: ({ error, status }) => `${error ?? '–'}${status === null ? '' : ` (status ${status})`}`,
            value: ({ error }) => error,
          },
          momentColumn('Next try', ({ nextAttemptAt }: Attempt) => nextAttemptAt),
        ]}
        rows={attempts}
        keyOf={({ ordinal }) => String(ordinal)}
      />
    </details>
  );
}

const outcomeOf = ({ outcome }: Attempt): string => outcome?.toLowerCase() ?? 'under way';
