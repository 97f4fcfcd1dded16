/**
 * So many files that failed run once more, alone: a test that measures time, or waits for a process, may be late where
 * several share two cores. More than these are no accident.
 */
const MOST_AGAIN = 5;
/** A file that fails beside others and passes alone is to be mended. A run with more of them has failed. */
const MOST_FLAKY = 2;
/** Processes of tests beside each other: they wait as much as they work. */
export const AT_ONCE = 4;

/** The exit code of a run, and the files in which a test failed. */
export interface Outcome {
  code: number;
  failed: string[];
}

/**
 * Runs test files beside each other, and those that failed once more, alone. The last lines name the flaky ones.
 * @param run runs files, so many at once @param say prints a line
 * @returns the exit code: 0 where each file has passed, and few of them only alone
 */
export async function runAll(
  files: string[],
  run: (files: string[], atOnce: number) => Promise<Outcome>,
  say: (line: string) => void,
): Promise<number> {
  const { code, failed } = await run(files, AT_ONCE);
  if (code === 0 || failed.length === 0 || failed.length > MOST_AGAIN) return code;
  say(`\nFailed beside others, and run again alone:\n${failed.join('\n')}\n`);
  const alone = await run(failed, 1);
  const flaky = failed.filter((file) => !alone.failed.includes(file));
  // A file may fail without naming itself, when its process ends: then none is known to have passed.
  const isKnown = alone.code === 0 || alone.failed.length > 0;
  if (alone.failed.length > 0) say(`\nThey fail alone too:\n${alone.failed.join('\n')}`);
  if (isKnown && flaky.length > 0)
    say(`\nFLAKY, they fail beside others and pass alone. Mend them first:\n${flaky.join('\n')}`);
  if (flaky.length > MOST_FLAKY) say(`\nMore than ${MOST_FLAKY} flaky files: the run has failed.`);
  return alone.code === 0 && flaky.length > MOST_FLAKY ? 1 : alone.code;
}
