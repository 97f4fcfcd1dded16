import { readFileSync } from 'node:fs';

/** The marks of test files and of single tests: when they run. What has none belongs to `npm test`. */
export interface Marks {
  /** Its first line is `// long: reason`: `npm run test:rest` has it. */
  isLong: boolean;
  /** `// measured alone: what`: `npm run test:rest` runs it at the end, beside no other. */
  isMeasured: boolean;
  /** `// own process: reason`: it shares its process with no other file. */
  isApart: boolean;
  /** Some of its tests have LONG_TEST in their names: `npm run test:rest` has these alone. */
  hasLongTests: boolean;
}

/** What the name of a long test of a quick file ends with. */
export const LONG_TEST = '[long]';

export function marksOf(file: string): Marks {
  const text = readFileSync(file, 'utf8');
  const [, mark] = /^\/\/ (long|measured alone|own process): \S/.exec(text) ?? [];
  return {
    isLong: mark === 'long',
    isMeasured: mark === 'measured alone',
    isApart: mark === 'own process',
    hasLongTests: [`'`, '`'].some((quote) => text.includes(` ${LONG_TEST}${quote}`)),
  };
}
