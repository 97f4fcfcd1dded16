import { format } from '../../../../../presentation/numbers.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

/** A size as people read it; a dash where it is not known yet. */
export function bytesWords(bytes: number | null): string {
  if (bytes === null) return format(null);
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${format(bytes / 1000 ** power)} ${UNITS[power]}`;
}
