import { go } from '../../../state/route.ts';
import { Store } from '../../../state/store.ts';

/** A file that was dropped on another view, until the view for files has taken it. */
export const dropped = new Store<File | null>(null);

export function bringIn(file: File): void {
  dropped.set(file);
  go('welcome/file');
}
