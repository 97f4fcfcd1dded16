import { randomFrom } from '../../../bench/intervals/clustered-runs.ts';
import type { RunInput } from '../../../src/features/runs/ingest.ts';
import { daysAgo } from '../days.ts';
import type { TestApp, TestOrganisation } from '../server/app.ts';

const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
export const PLANTED_DAYS = 70;
/** From so many days ago on, prompt 1 is lost. */
export const LOST_FOR = 28;
export const plantedPrompt = (at: number) => `Which reading lamp suits room ${at}?`;
export const PLANTED_BRAND = {
  name: 'Lumenfold',
  website: 'https://lumenfold.example',
  competitors: [{ name: 'Gleamwell' }, { name: 'Duskbeam' }],
};
export const CRITICISM = 'Lumenfold is a terrible lamp and breaks.';

/**
 * Answers with one opportunity of each sort among what chance makes: reddit.com is cited where Lumenfold is not named,
 * prompt 0 never names it, prompt 1 stopped, prompt 2 speaks against it, and its page on lamps is cited without it.
 */
export function plantedAnswers(seed = 1): Partial<RunInput>[] {
  const random = randomFrom(seed);
  const is = (share: number) => random() < share;
  const answers: Partial<RunInput>[] = [];
  for (let day = PLANTED_DAYS; day >= 1; day -= 1)
    for (const platform of PLATFORMS)
      for (let prompt = 0; prompt < 10; prompt += 1) {
        const [isRedditCited, isNewsCited, isOwnCited] = [is(0.4), is(0.4), is(0.3)];
        const usual = isRedditCited ? 0.15 : 0.7;
        const share = prompt === 0 ? 0 : prompt === 1 ? (day <= LOST_FOR ? 0.05 : 0.9) : usual;
        const isNamed = is(share);
        const isAgainst = is(prompt === 2 ? 0.8 : 0.05);
        const others = ['Gleamwell', 'Duskbeam'].filter(() => is(prompt === 0 ? 0.8 : 0.5));
        answers.push({
          brand: 'Lumenfold',
          platform,
          queryText: plantedPrompt(prompt),
          executedAt: `${daysAgo(day)}T10:00:00Z`,
          answer: [
            ...(isNamed ? [isAgainst ? CRITICISM : 'Lumenfold is an excellent lamp.'] : []),
            ...others.map((name) => `${name} is on offer.`),
            'There are lamps.',
          ].join('\n\n'),
          ...(isNamed ? { sentimentScore: isAgainst ? 20 : 80 } : {}),
          citations: [
            ...(isRedditCited ? [{ url: `https://www.reddit.com/r/lamps/${prompt % 2}` }] : []),
            ...(isNewsCited ? [{ url: `https://news.example/${prompt}` }] : []),
            ...(isOwnCited ? [{ url: 'https://lumenfold.example/reading-lamps' }] : []),
          ],
        });
      }
  return answers;
}

export async function ingestPlanted(app: TestApp, org: TestOrganisation): Promise<void> {
  await app.ingest(org, plantedAnswers());
}
