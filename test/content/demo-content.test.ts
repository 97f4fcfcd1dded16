import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import { DEMO_BRANDS, type DemoRun, demoRuns, MARKETS } from '../../src/features/demo/content.ts';

const FIRST = '2026-09-22';
const LATER = new Date('2100-01-01T00:00:00.000Z');
const days = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10),
  );
const sixtyDays = (first: string): DemoRun[] => days(first, 60).flatMap((day) => demoRuns(day, first, LATER));
const MIDDLE = days(FIRST, 60)[30]!;
const names = (brand: { name: string; aliases: string[] }): string[] => [brand.name, ...brand.aliases];
const patterns = new Map<string, RegExp>();
function mentions(text: string, brand: { name: string; aliases: string[] }): boolean {
  const pattern = patterns.get(brand.name) ?? new RegExp(`\\b(${names(brand).join('|')})\\b`);
  patterns.set(brand.name, pattern);
  return pattern.test(text);
}

describe('demo content', () => {
  const runs = sixtyDays(FIRST);

  it('is the same whenever it is asked for, and tells the same on other days', () => {
    assert.equal(JSON.stringify(sixtyDays(FIRST)), JSON.stringify(runs));
    assert.deepEqual(
      sixtyDays('2027-02-03').map(({ answer }) => answer),
      runs.map(({ answer }) => answer),
    );
    assert.ok(new Set(runs.map(({ answer }) => answer)).size > 0.9 * runs.length, 'answers differ');
  });

  it('has each prompt on each platform of its brand every fifth day, daily where the story is, fewer of two brands', () => {
    const perDay = Map.groupBy(runs, (run) => run.executedAt.slice(0, 10));
    assert.deepEqual([...perDay.keys()].sort(), days(FIRST, 60));
    for (const [day, ofDay] of perDay) {
      assert.ok(ofDay.length > 40 && ofDay.length < 65, `${day}: ${ofDay.length}`);
      for (const run of ofDay) assert.ok(run.externalId.startsWith(`demo-${day}-`), run.externalId);
    }
    for (const { brand, prompts, platforms, turn } of MARKETS.slice(0, 3))
      for (const { text, topic } of prompts)
        for (const platform of platforms) {
          const isDaily = turn?.platform === platform && turn.topic === topic;
          const asked = runs.filter((run) => run.queryText === text && run.platform === platform);
          assert.equal(asked.length, isDaily ? 60 : 12, `${brand.name}: ${text} ${platform}`);
        }
    const few = MARKETS.slice(3).map(({ brand }) => runs.filter((run) => run.brand === brand.name).length);
    assert.deepEqual(few, [16, 16]);
    assert.equal(new Set(runs.map((run) => run.externalId)).size, runs.length);
    assert.equal(new Set(runs.map((run) => run.queryText)).size, 16 + 14 + 14 + 4 + 2);
  });

  it('holds nothing later than asked for, and keeps what was before', () => {
    const whole = demoRuns('2026-11-20', FIRST, LATER);
    const noon = new Date('2026-11-20T12:00:00.000Z');
    const half = demoRuns('2026-11-20', FIRST, noon);
    assert.deepEqual(
      half,
      whole.filter((run) => run.executedAt <= noon.toISOString()),
    );
    assert.ok(half.length > 5 && half.length < whole.length - 5);
    const third = whole[2]!;
    assert.equal(demoRuns('2026-11-20', FIRST, new Date(third.executedAt)).length, 3);
    assert.deepEqual(demoRuns('2026-11-20', FIRST, new Date('2026-11-19T23:59:59.999Z')), []);
  });

  it('refuses what is no day', () => {
    for (const day of ['2026-02-30', '2026-2-3', '20 November', ''])
      assert.throws(() => demoRuns(day, FIRST, LATER), RangeError, day);
  });

  it('links only to the reserved TLD', () => {
    const urls = [
      ...DEMO_BRANDS.flatMap((brand) => [brand.website, ...brand.competitors.map((rival) => rival.website)]),
      ...runs.flatMap((run) => run.citations.map((citation) => citation.url)),
      ...runs.flatMap((run) => [...run.answer.matchAll(/\]\((.*?)\)/g)].map((match) => match[1]!)),
    ];
    for (const url of urls) {
      assert.equal(new URL(url).protocol, 'https:');
      assert.ok(new URL(url).hostname.endsWith('.example'), url);
    }
    const counts = new Set(runs.map((run) => run.citations.length));
    assert.deepEqual([...counts].sort(), [0, 1, 2, 3, 4]);
    for (const run of runs)
      assert.equal(new Set(run.citations.map((citation) => citation.url)).size, run.citations.length);
  });

  it('fills every slot', () => {
    for (const run of runs)
      assert.doesNotMatch(JSON.stringify([run.answer, run.citations]), /\{\w+\}|undefined/);
  });

  it('names competitors too, and sometimes nobody', () => {
    let silent = 0;
    const rivalsNamed = new Set<string>();
    for (const run of runs) {
      const brand = DEMO_BRANDS.find((candidate) => candidate.name === run.brand)!;
      const named = brand.competitors.filter((rival) => mentions(run.answer, rival));
      for (const rival of named) rivalsNamed.add(rival.name);
      if (named.length === 0 && !mentions(run.answer, brand)) silent += 1;
    }
    assert.equal(rivalsNamed.size, DEMO_BRANDS.flatMap((brand) => brand.competitors).length);
    assert.ok(silent > 50 && silent < 500, `${silent} answers name nobody`);
  });

  const shareOf = (some: DemoRun[], brand: { name: string; aliases: string[] }) =>
    some.filter((run) => mentions(run.answer, brand)).length / some.length;
  /** The shares of a brand before the last 30 days and in them. */
  const shares = (brand: (typeof DEMO_BRANDS)[number], isMeant: (run: DemoRun) => boolean = () => true) =>
    [(day: string) => day < MIDDLE, (day: string) => day >= MIDDLE].map((isIn) =>
      shareOf(
        runs.filter((run) => run.brand === brand.name && isIn(run.executedAt.slice(0, 10)) && isMeant(run)),
        brand,
      ),
    ) as [number, number];

  it('has one brand fall by 15 to 30 points, and two stay', () => {
    const change = (brand: (typeof DEMO_BRANDS)[number]) => 100 * (shares(brand)[1] - shares(brand)[0]);
    const [fell, ...stayed] = DEMO_BRANDS.slice(0, 3).map(change) as [number, number, number];
    assert.ok(fell < -15 && fell > -30, `${fell}`);
    for (const points of stayed) assert.ok(Math.abs(points) < 5, `${points}`);
  });

  it('loses prompts of one topic on one platform, to one competitor and one review', () => {
    const { brand, prompts, platforms, turn } = MARKETS[0]!;
    const moved = prompts.filter(({ text }) => {
      const [before, after] = shares(
        brand,
        ({ queryText, platform }) => queryText === text && platform === turn!.platform,
      );
      return after - before < -0.3;
    });
    assert.deepEqual(
      moved.map(({ text }) => text),
      prompts.filter(({ since }) => since !== undefined).map(({ text }) => text),
    );
    assert.ok(moved.length >= 8 && moved.every(({ topic }) => topic === turn!.topic));
    for (const other of platforms.filter((platform) => platform !== turn!.platform)) {
      const [before, after] = shares(brand, ({ platform }) => platform === other);
      assert.ok(Math.abs(after - before) < 0.08, `${other}: ${before} ${after}`);
    }
    const isCited = ([address]: readonly [string, string], { citations }: DemoRun) =>
      citations.some(({ url }) => url === `https://${address}`);
    const cites = runs.filter((run) => isCited(turn!.page, run));
    assert.ok(cites.length > 150);
    for (const { platform, queryText, executedAt } of cites) {
      assert.equal(platform, turn!.platform);
      assert.equal(prompts.find(({ text }) => text === queryText)?.topic, turn!.topic);
      assert.ok(executedAt.slice(0, 10) >= days(FIRST, 60)[28]!, executedAt);
    }
    const gap = cites.filter(({ answer }) => !mentions(answer, brand));
    assert.ok(gap.length > 0.7 * cites.length, `${gap.length} of ${cites.length}`);
    const instead = brand.competitors.find(({ name }) => name === turn!.company)!;
    assert.equal(shareOf(gap, instead), 1, 'the competitor is named instead');
    const criticised = cites.filter(({ answer }) => mentions(answer, brand));
    assert.ok(criticised.length > 10, `${criticised.length} criticise it`);
    const own = runs.filter((run) => isCited(turn!.ownPage, run));
    assert.ok(own.length > 20 && shareOf(own, brand) === 0, `${own.length} cite its page without its name`);
  });

  it('has a prompt without a naming for each brand, and branded ones that always name it', () => {
    for (const { brand, prompts } of MARKETS.slice(0, 3))
      for (const { text, share } of prompts) {
        const [before, after] = shares(brand, ({ queryText }) => queryText === text);
        if (share === 0 || share === 1) assert.deepEqual([before, after], [share, share], text);
        else assert.ok(before > 0.1 && before < 0.9, `${text}: ${before}`);
      }
  });

  it('changes the model of one platform of one brand', () => {
    const models = Map.groupBy(runs, ({ brand, platform }) => `${brand} ${platform}`);
    const several = [...models].filter(([, of]) => new Set(of.map(({ model }) => model)).size > 1);
    assert.deepEqual(
      several.map(([name]) => name),
      ['Tallymoss DEEPSEEK'],
    );
  });

  it('uses names that cannot be found inside one another', () => {
    const companies = DEMO_BRANDS.flatMap((brand) => [brand, ...brand.competitors]);
    for (const one of companies)
      for (const other of companies)
        for (const name of one === other ? [] : names(one))
          for (const longer of names(other))
            assert.ok(!longer.toLowerCase().includes(name.toLowerCase()), `${name} in ${longer}`);
    assert.equal(DEMO_BRANDS.length, 5);
    for (const brand of DEMO_BRANDS)
      assert.ok(brand.competitors.length >= 3 && brand.competitors.length <= 5, brand.name);
  });
});
