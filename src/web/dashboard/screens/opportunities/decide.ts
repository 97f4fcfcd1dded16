import { call } from '../../api/client.ts';
import { toastUndo } from '../../components/toast.tsx';
import type { Mark, State } from './words.ts';

/** What a decision is about. */
export interface Decidable extends Pick<Mark, 'id' | 'brandId' | 'kind' | 'subject'> {
  state: State;
}

const SAID: Record<State, string> = {
  OPEN: 'It is to do again.',
  WATCHED: 'It is watched: in 28 days you see what happened.',
  DONE: 'Done: in 28 days you see what it brought.',
  DISMISSED: 'It is dismissed.',
};

/** Decides for the organisation, and offers to undo it. */
export async function decide(about: Decidable, state: State, onDone: () => void): Promise<void> {
  await change(about, state);
  onDone();
  toastUndo(SAID[state], async () => {
    await change({ ...about, state }, about.state);
    onDone();
  });
}

async function change({ id, brandId, kind, subject, state: before }: Decidable, state: State): Promise<void> {
  const path = { id };
  if (state === 'OPEN') await call('deleteOpportunityMark', { path });
  else if (before === 'OPEN')
    await call('createOpportunityMark', { body: { brandId, kind, subject, state } });
  else await call('updateOpportunityMark', { path, body: { state } });
}
