import type { RunInput } from '../../../src/features/runs/ingest.ts';
import { daysAgo } from '../days.ts';

/** The place of an answer among those that `given` makes. */
export interface Occasion {
  /** So many days ago. */
  ago: number;
  prompt: number;
  platform: 'CHATGPT' | 'CLAUDE';
}

/**
 * Answers at noon on each of some days, the earliest first, to each prompt on each platform.
 * @param days so many days ago, from and to
 * @param answer what is given on an occasion, at least an answer
 */
export function given(
  {
    days: [from, to],
    prompts,
    platforms = ['CHATGPT'],
    prompt: promptOf = (at) => `Which lamp for room ${at}?`,
  }: {
    days: readonly [from: number, to: number];
    prompts: number;
    platforms?: readonly Occasion['platform'][];
    prompt?: (at: number) => string;
  },
  answer: (occasion: Occasion) => Partial<RunInput> | readonly Partial<RunInput>[],
): Partial<RunInput>[] {
  const runs: Partial<RunInput>[] = [];
  for (let ago = from; ago >= to; ago -= 1)
    for (let prompt = 0; prompt < prompts; prompt += 1)
      for (const platform of platforms) {
        const occasion = {
          platform,
          queryText: promptOf(prompt),
          executedAt: `${daysAgo(ago)}T12:00:00Z`,
        };
        for (const run of [answer({ ago, prompt, platform })].flat()) runs.push({ ...occasion, ...run });
      }
  return runs;
}

/** Answers, of which a share names the brand, spread over prompts and days. */
export function givenShare(
  from: number,
  to: number,
  share: number,
  {
    brand = 'Lumenfold',
    prompts = 20,
    ...more
  }: Partial<RunInput> & { brand?: string; prompts?: number } = {},
): Partial<RunInput>[] {
  return given({ days: [from, to], prompts }, ({ ago, prompt }) => ({
    brand,
    answer:
      ((prompt * 7 + ago * 13) % prompts) / prompts < share
        ? `${brand} is the one.`
        : 'There are many good lamps.',
    ...more,
  }));
}
