import { counted } from '../../../../presentation/numbers.ts';
import { call, messageOf, type Schemas } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { toast } from '../../components/toast.tsx';
import { follow } from '../../frame/follow.ts';

/** Corrects all answers that a filter finds, with a way to undo it right after. */
export function useBatch(onChanged: () => void) {
  return useAction(async (body: Schemas['CorrectionBatchCreate']) => {
    offerUndo(await call('createCorrectionBatch', { body }), onChanged);
    onChanged();
  });
}

/** Says what was corrected together. */
export function offerUndo(
  { id, answers, isComplete }: Schemas['CorrectionBatch'],
  onUndone: () => void,
): void {
  follow();
  const rest = isComplete ? '' : ' There are more: correct the rest in the same way.';
  toast(`${counted(answers, 'answer is', 'answers are')} corrected.${rest}`, {
    text: 'Undo',
    run: () => undoBatch(id).then(onUndone, (error: unknown) => toast(messageOf(error))),
  });
}

export async function undoBatch(id: string): Promise<void> {
  await call('deleteCorrectionBatch', { path: { id } });
  follow();
  toast('Undone.');
}
