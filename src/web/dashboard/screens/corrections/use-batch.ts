import { counted } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { useAction } from '../../api/loading.ts';
import { toast, toastUndo } from '../../components/toast.tsx';
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
  toastUndo(`${counted(answers, 'answer is', 'answers are')} corrected.${rest}`, () =>
    undoBatch(id).then(onUndone),
  );
}

export async function undoBatch(id: string): Promise<void> {
  await call('deleteCorrectionBatch', { path: { id } });
  follow();
  toast('Undone.');
}
