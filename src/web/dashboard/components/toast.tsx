import { messageOf } from '../api/client.ts';
import { Store, useStore } from '../state/store.ts';
import { Button } from './button.tsx';

/** What a toast offers beside its text, such as to undo what was done. */
interface Offer {
  text: string;
  run: () => unknown;
}

interface Toast {
  id: number;
  text: string;
  offer: Offer | undefined;
}

const toasts = new Store<readonly Toast[]>([]);
let next = 1;

const remove = (one: Toast) => toasts.set(toasts.value.filter((other) => other !== one));

/** Says for some seconds that something was done, to screen readers too. @param offer is there for longer */
export function toast(text: string, offer?: Offer): void {
  const one = { id: next++, text, offer };
  toasts.set([...toasts.value, one]);
  setTimeout(() => remove(one), offer ? 15_000 : 5_000);
}

/** Says what was done, with a way to undo it for some seconds. What the undoing meets is said too. */
export function toastUndo(text: string, undo: () => Promise<unknown>): void {
  toast(text, {
    text: 'Undo',
    run: () => undo().catch((error: unknown) => toast(messageOf(error))),
  });
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useStore(toasts).map((one) => (
        <div key={one.id} class="toast row">
          {one.text}
          {one.offer && (
            <Button
              size="small"
              onClick={() => {
                remove(one);
                one.offer?.run();
              }}
            >
              {one.offer.text}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
