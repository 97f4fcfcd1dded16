import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEMO_BRANDS, type DemoRun, demoRuns } from '../../src/domain/demo/content.ts';

const DAY_MS = 86_400_000;
const LATER = new Date('2100-01-01T00:00:00.000Z');
const days = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10),
  );
const sixtyDays = (first: string): DemoRun[] => days(first, 60).flatMap((day) => demoRuns(day, LATER));
const names = (brand: { name: string; aliases: string[] }): string[] => [brand.name, ...brand.aliases];
const mentions = (text: string, brand: { name: string; aliases: string[] }): boolean =>
  new RegExp(`\\b(${names(brand).join('|')})\\b`).test(text);

describe('demo content', () => {
  const runs = sixtyDays('2026-09-22');

  it('is the same whenever it is asked for', () => {
    assert.equal(JSON.stringify(sixtyDays('2026-09-22')), JSON.stringify(runs));
    assert.notEqual(demoRuns('2026-09-22', LATER)[0]?.answer, demoRuns('2026-09-23', LATER)[0]?.answer);
  });

  it('has 42 runs on each day, on every platform alike', () => {
    const perDay = Map.groupBy(runs, (run) => run.executedAt.slice(0, 10));
    assert.deepEqual([...perDay.keys()].sort(), days('2026-09-22', 60));
    for (const [day, ofDay] of perDay) {
      assert.equal(ofDay.length, 42, day);
      for (const run of ofDay) assert.ok(run.externalId.startsWith(`demo-${day}-`), run.externalId);
    }
    const platforms = Map.groupBy(runs, (run) => run.platform);
    assert.deepEqual([...platforms].map(([platform, list]) => `${platform} ${list.length}`).sort(), [
      'CHATGPT 360',
      'CLAUDE 360',
      'DEEPSEEK 360',
      'GEMINI 360',
      'GROK 360',
      'LLAMA 360',
      'PERPLEXITY 360',
    ]);
    assert.equal(new Set(runs.map((run) => run.externalId)).size, runs.length);
    assert.equal(new Set(runs.map((run) => run.queryText)).size, 6);
  });

  it('holds nothing later than asked for, and keeps what was before', () => {
    const whole = demoRuns('2026-11-20', LATER);
    const noon = new Date('2026-11-20T12:00:00.000Z');
    const half = demoRuns('2026-11-20', noon);
    assert.deepEqual(
      half,
      whole.filter((run) => run.executedAt <= noon.toISOString()),
    );
    assert.ok(half.length > 5 && half.length < 37);
    const third = whole[2]!;
    assert.equal(demoRuns('2026-11-20', new Date(third.executedAt)).length, 3);
    assert.deepEqual(demoRuns('2026-11-20', new Date('2026-11-19T23:59:59.999Z')), []);
  });

  it('refuses what is no day', () => {
    for (const day of ['2026-02-30', '2026-2-3', '20 November', ''])
      assert.throws(() => demoRuns(day, LATER), RangeError, day);
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
    assert.deepEqual([...counts].sort(), [0, 1, 2, 3, 4, 5]);
    for (const run of runs)
      assert.equal(new Set(run.citations.map((citation) => citation.url)).size, run.citations.length);
  });

  it('fills every slot', () => {
    for (const run of runs)
      assert.doesNotMatch(JSON.stringify([run.answer, run.citations]), /\{\w+\}|undefined/);
  });

  it('names each brand in 35 to 85 % of its answers, at any time of the wave', () => {
    for (const first of ['2026-06-24', '2026-08-01', '2026-09-22', '2026-12-01', '2027-02-01'])
      for (const brand of DEMO_BRANDS) {
        const own = sixtyDays(first).filter((run) => run.brand === brand.name);
        const share = own.filter((run) => mentions(run.answer, brand)).length / own.length;
        assert.ok(share >= 0.35 && share <= 0.85, `${brand.name} from ${first}: ${share}`);
      }
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

  it('has one brand rise and another fall in the 60 days before 2026-11-20', () => {
    const shares = (brand: (typeof DEMO_BRANDS)[number]) =>
      [runs.slice(0, runs.length / 2), runs.slice(runs.length / 2)].map((half) => {
        const own = half.filter((run) => run.brand === brand.name);
        return own.filter((run) => mentions(run.answer, brand)).length / own.length;
      });
    const changes = DEMO_BRANDS.map((brand) => shares(brand)[1]! - shares(brand)[0]!);
    assert.ok(Math.max(...changes) > 0.05 && Math.min(...changes) < -0.05, changes.join(' '));
  });

  it('uses names that cannot be found inside one another', () => {
    const companies = DEMO_BRANDS.flatMap((brand) => [brand, ...brand.competitors]);
    for (const one of companies)
      for (const other of companies)
        for (const name of one === other ? [] : names(one))
          for (const longer of names(other))
            assert.ok(!longer.toLowerCase().includes(name.toLowerCase()), `${name} in ${longer}`);
    assert.equal(DEMO_BRANDS.length, 3);
    for (const brand of DEMO_BRANDS)
      assert.ok(brand.competitors.length >= 3 && brand.competitors.length <= 5, brand.name);
  });
});
