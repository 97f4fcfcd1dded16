import { api, messageOf, type Schemas, unwrap } from '../../api/client.ts';
import { follow } from '../../api/follow.ts';
import { useAction } from '../../api/use-data.ts';
import { counted } from '../../components/numbers.tsx';
import { toast } from '../../components/toast.tsx';

/** Corrects all answers that a filter finds, with a way to undo it right after. */
export function useBatch(onChanged: () => void) {
  return useAction(async (body: Schemas['CorrectionBatchCreate']) => {
    const { id, answers, isComplete } = await unwrap(api.POST('/api/correction-batches', { body }));
    onChanged();
    follow();
    const rest = isComplete ? '' : ' There are more: correct the rest in the same way.';
    toast(`${counted(answers, 'answer is', 'answers are')} corrected.${rest}`, {
      text: 'Undo',
      run: () => undoBatch(id).then(onChanged, (error: unknown) => toast(messageOf(error))),
    });
  });
}

export async function undoBatch(id: string): Promise<void> {
  await unwrap<unknown>(api.DELETE('/api/correction-batches/{id}', { params: { path: { id } } }));
  follow();
  toast('Undone.');
}
