import { useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { call } from '../../../api/client.ts';
import type { Ends } from '../../../components/list/acts.tsx';
import type { Query } from '../prompt-data.ts';
import { type Asking, AskingFields, askedAs, askingOf } from './asking-fields.tsx';
import { ChangeDialog } from './change-dialog.tsx';

/** Changes how prompts are asked. */
export function HowAsked({
  search,
  ...props
}: Ends & {
  queries: readonly Query[];
  /** What is chosen at first; as it stands by default. */
  search?: Asking['search'];
}) {
  const known = askingOf(props.queries[0]);
  const [asking, setAsking] = useState({ ...known, search: search ?? known.search });
  return (
    <ChangeDialog
      {...props}
      title="How it is asked"
      action="Save"
      change={({ id }) => call('updateQuery', { path: { id }, body: askedAs(asking) })}
      saying={(count) => `${counted(count, 'prompt')} changed.`}
    >
      <p>Answers from then on are given to another question: reports show the day as a break.</p>
      <AskingFields asking={asking} onChange={setAsking} />
    </ChangeDialog>
  );
}
