import { call, type Schemas } from '../../../api/client.ts';
import { useAction } from '../../../api/loading.ts';
import { toast, toastUndo } from '../../../components/toast.tsx';
import { follow } from '../../../frame/follow.ts';

export type Observation = Schemas['RunObservation'];
export type Input = Schemas['AnswerCorrectionInput'];

/** A person's word on what an answer says of somebody; null takes an earlier one back. */
export interface Correction {
  observation: Observation;
  input: Input | null;
}

/** Corrects what was read from one answer, with a way to undo it right after. */
export function useCorrecting(runId: string, onCorrected: () => void) {
  const send = async (corrections: readonly Correction[]) => {
    for (const one of corrections) await sendOne(runId, one);
    onCorrected();
    follow();
  };
  return useAction(async (corrections: readonly Correction[], words: string) => {
    await send(corrections);
    toastUndo(words, async () => {
      await send(corrections.map(({ observation }) => ({ observation, input: before(observation) })));
      toast('Undone.');
    });
  });
}
export type Correcting = ReturnType<typeof useCorrecting>;

/** What an earlier correction said. */
function before({ correction }: Observation): Input | null {
  if (!correction) return null;
  const { named, position, score, note } = correction;
  return { named, note, ...(named ? { position, score } : {}) };
}

async function sendOne(id: string, { observation: { subject }, input }: Correction): Promise<void> {
  if (input !== null) await putCorrection(id, subject, input);
  else if (subject.kind === 'BRAND')
    await call('deleteBrandCorrection', { path: { id, brandId: subject.id } });
  else await call('deleteCompetitorCorrection', { path: { id, competitorId: subject.id } });
}

export function putCorrection(id: string, subject: Observation['subject'], body: Input) {
  return subject.kind === 'BRAND'
    ? call('putBrandCorrection', { path: { id, brandId: subject.id }, body })
    : call('putCompetitorCorrection', { path: { id, competitorId: subject.id }, body });
}
