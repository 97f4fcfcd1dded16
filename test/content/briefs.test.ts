import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

const BRANDS = ['Lumenfold', 'Otherlight', 'Brightmoor'];
const RIVALS = ['Gleamwell', 'Duskbeam', 'Quarvane', 'Halovane', 'Emberlux', 'Nightspan', 'Torvalux'];
const DOMAINS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}-lamps.example`);
const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
/** By their words of the topic: two, one, or none. */
const TOPIC = 'The best desk lamps';
const PROMPTS = ['Which desk lamp is best?', 'A lamp for desks?', 'A lamp to read by?', 'Is a desk needed?'];
const OTHERS = ['Who makes chairs?', 'What is a lampoon?'];
const LISTED = 5;

const { app, org, call } = await withOrganisation({
  brands: BRANDS.map((name) => ({ name, competitors: RIVALS.map((rival) => ({ name: rival })) })),
});

const aRun = fc.record({
  queryText: fc.constantFrom(...PROMPTS, ...OTHERS),
  platform: fc.constantFrom(...PLATFORMS),
  isNamed: fc.nat(2).map((n) => n === 0),
  rivals: fc.shuffledSubarray(RIVALS),
  // An answer cites several pages of a site, and one page once.
  pages: fc.uniqueArray(fc.tuple(fc.constantFrom(...DOMAINS), fc.nat(3)), {
    maxLength: 7,
    selector: ([domain, page]) => `${domain}/${page}`,
  }),
});
type Run = typeof aRun extends fc.Arbitrary<infer T> ? T & { executedAt: string } : never;

const listed = (names: string[]) =>
  names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ` and ${names.length - LISTED} more` : '');
const unique = (names: string[]) => [...new Set(names)];
/** Counts of names, the highest first, then by name. */
const ranked = (names: string[]) =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, all]): [string, number] => [name, all.length])
    .sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));

/** What a brief is to say of the runs of a brand, by plain loops. */
function briefOf(brand: string, runs: readonly Run[]) {
  const words = (text: string) => [/lamp/i, /desk/i].filter((word) => word.test(text)).length;
  const prompts = [...Map.groupBy(runs, ({ queryText, platform }) => `${queryText}\n${platform}`).values()]
    .filter(([run]) => words(run!.queryText) > 0)
    .map((own) => own.toSorted((a, b) => (a.executedAt < b.executedAt ? 1 : -1))[0]!)
    .sort(
      (a, b) =>
        words(b.queryText) - words(a.queryText) ||
        (`${a.queryText}\n${a.platform}` < `${b.queryText}\n${b.platform}` ? -1 : 1),
    );
  const missing = prompts.filter(({ isNamed }) => !isNamed);
  return {
    counts: ['TOPIC', prompts.length, prompts.length, missing.length],
    gaps: missing.map(({ queryText, platform, executedAt, rivals }) => [
      queryText,
      platform,
      executedAt,
      rivals,
    ]),
    namedInstead: ranked(missing.flatMap(({ rivals }) => rivals)),
    citedDomains: ranked(missing.flatMap(({ pages }) => unique(pages.map(([domain]) => domain)))),
    outline: [...Map.groupBy(missing, ({ queryText }) => queryText)].map(([heading, own]) => {
      const named = unique(own.flatMap(({ rivals }) => rivals));
      const cited = unique(own.flatMap(({ pages }) => pages.map(([domain]) => domain)));
      const platforms = unique(own.map(({ platform }) => platform)).sort();
      return {
        heading,
        points: [
          `Answer the question in the first sentences, and name ${brand} in them.`,
          ...(named.length > 0
            ? [`Compare ${brand} with ${listed(named)}: named instead by ${platforms.join(', ')}.`]
            : []),
          ...(cited.length > 0 ? [`Cover what the cited sources cover: ${listed(cited)}.`] : []),
        ],
      };
    }),
  };
}

test('a brief says of the latest answers what plain loops over them say', async () => {
  const ids = new Map<string, string>(
    (await call('listBrands')).json.data.map(({ id, name }: { id: string; name: string }) => [name, id]),
  );
  const now = Date.now();
  let gaps = 0;
  for (const [at, brand] of BRANDS.entries()) {
    const runs = fc.sample(aRun, { seed: 60 + at, numRuns: 40 }).map((run, place) => ({
      ...run,
      executedAt: new Date(now - (1 + ((place * 17) % 40)) * 3_600_000).toISOString(),
    }));
    await app.ingest(
      org,
      runs.map(({ queryText, platform, isNamed, rivals, pages, executedAt }) =>
        completeRun({
          ...{ brand, queryText, platform, executedAt },
          answer: ['Well', ...rivals, ...(isNamed ? [brand] : [])].map((name) => `${name}.`).join(' '),
          citations: pages.map(([domain, page]) => ({ url: `https://www.${domain}/${page}` })),
        }),
      ),
    );
    const { json, text } = await call('createBrief', { body: { brandId: ids.get(brand)!, topic: TOPIC } });
    const expected = briefOf(brand, runs);
    assert.deepEqual(
      [json.scope, json.queryCount, json.answerCount, json.missingCount],
      expected.counts,
      text,
    );
    const found = {
      gaps: json.gaps.map((gap: Record<string, unknown>) => [
        ...[gap['queryText'], gap['platform'], gap['executedAt'], gap['namedInstead']],
      ]),
      namedInstead: json.namedInstead.map(({ name, count }: Record<string, unknown>) => [name, count]),
      citedDomains: json.citedDomains.map(({ domain, count }: Record<string, unknown>) => [domain, count]),
      outline: json.outline,
    };
    const { counts: _, ...rest } = expected;
    assert.deepEqual(found, rest, brand);
    gaps += json.gaps.length;
  }
  assert.ok(gaps > 10, `${gaps} gaps`);
});
