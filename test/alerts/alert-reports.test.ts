// long: 12 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../bench/intervals/clustered-runs.ts';
import { dayAfter, today } from '../../src/base/definitions.ts';
import { windowsOf } from '../../src/features/alerts/decisions.ts';
import { judge } from '../../src/features/alerts/verdicts.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { LiveDayCounts } from '../../src/reports/day-counts.ts';
import { withBrand } from '../support/callers/organisation.ts';

const RULES = 60;
const DAYS = 90;
const PLATFORMS = ['CHATGPT', 'CLAUDE'] as const;
const END = today();

/** Each answer that names the brand names this competitor too. */
const SHADOW = 'Gleamwell';

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', competitors: [{ name: SHADOW }] }],
});
const random = randomFrom(20_261_125);
const pick = <T>(values: readonly T[]): T => values[Math.floor(values.length * random())] as T;

/** Prompts come and go, are asked unequally often, and days move together. */
function madeRuns(): Partial<RunInput>[] {
  const runs: Partial<RunInput>[] = [];
  const prompts = Array.from({ length: 14 }, (_, at) => {
    const isNew = at > 10;
    return { at, chance: random(), since: isNew ? Math.ceil(DAYS * random()) : DAYS, often: random() };
  });
  let level = 0;
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo -= 1) {
    level = 0.8 * level + 0.3 * (random() - 0.5);
    const fall = daysAgo < 20 ? 0.4 : 0;
    for (const { at, chance, since, often } of prompts)
      for (const platform of PLATFORMS) {
        if (daysAgo > since || random() > often) continue;
        const executedAt = `${dayAfter(END, -daysAgo)}T12:00:00Z`;
        const answer = random() < chance + level - fall ? `Lumenfold and ${SHADOW} are fine.` : 'None.';
        runs.push({
          brand: 'Lumenfold',
          platform,
          queryText: `Which lamp for room ${at}?`,
          executedAt,
          answer,
        });
      }
  }
  return runs;
}

test('a rule of any days, on any day, shows the change that reports show of its windows, by GET and by POST', async () => {
  await app.ingest(org, madeRuns());
  await app.snapshot();
  const { dayCounts: measures } = app.app.services.reports;
  const [shadow] = (await call('listCompetitors', { ids: [brandId] })).json.data;
  const seen = new Set<string>();
  for (let at = 0; at < RULES; at += 1) {
    const windowDays = 1 + Math.floor(30 * random());
    const { step } = windowsOf(windowDays);
    const end = dayAfter(END, -1 - Math.floor(20 * random()));
    const platform = pick([null, ...PLATFORMS]);
    const rule = {
      ...{
        id: 'r',
        brandId,
        type: 'VISIBILITY_DROP' as const,
        name: null,
        threshold: 1,
        windowDays,
        platform,
      },
      ...{ severity: 'LOW' as const, competitorId: null, detectablePoints: null, isActive: true },
      ...{ createdAt: '', updatedAt: '' },
    };
    const ofRival = { ...rule, type: 'COMPETITOR_CHANGE' as const, competitorId: shadow!.id };
    const [verdict, rivals] = await measures.on(org.id, async (data) => {
      const ownVerdict = await judge(rule, data, dayAfter(end, 1), []);
      return [ownVerdict, await judge(ofRival, data, dayAfter(end, 1), [shadow!])];
    });
    const start = dayAfter(end, 1 - windowDays);
    const counted = { brand: brandId, platform, competitor: at % 2 ? shadow!.id : null, start, end };
    const [published, live] = await Promise.all(
      [measures, new LiveDayCounts(app.app.services.db)].map((from) =>
        from.on(org.id, async (data) => [
          sorted(await data.rows('runs', counted)),
          sorted(await data.rows('mentions', counted)),
        ]),
      ),
    );
    assert.deepEqual(published, live);
    const before = { start_date: dayAfter(start, -step), end_date: dayAfter(end, -step) };
    const filters = platform && [{ field: 'platform', operator: 'in', values: [platform] }];
    const body = {
      ...{ start_date: start, end_date: end, compare_to: before, include: ['intervals'] },
      ...(filters && { filters }),
    };
    const path = '/api/customer/v1/reports/brands';
    const posted = await app.call('POST', path, { key: org.key, body });
    assert.equal(posted.status, 200, posted.text);
    const query = new URLSearchParams({
      ...{ start_date: start, end_date: end, include: 'intervals' },
      compare_to: `${before.start_date}..${before.end_date}`,
      ...(platform && { filters: `platform:in:${platform}` }),
    });
    const got = await app.call('GET', `${path}?${query}`, { key: org.key });
    assert.equal(got.text, posted.text);
    const [row] = posted.json.data;
    const { common_prompts: common, ...change } = row.change;
    const { prompts: _, ...shared } = common ?? {};
    const what = `${windowDays} days to ${end}, ${platform}`;
    assert.ok(verdict, what);
    const { current, previous, change: shown } = verdict.evidence;
    assert.deepEqual<unknown>(shown, common ? shared : change, what);
    assert.deepEqual([current.value, current.count, current.total], valuesOf(row), what);
    assert.deepEqual([previous!.value, previous!.count, previous!.total], valuesOf(row.previous), what);
    assert.deepEqual(rivals?.evidence.change, shown, what);
    // A rule on a competitor tests both directions, so it detects less.
    const [own, other] = [verdict.detectablePoints, rivals?.detectablePoints];
    assert.ok(
      own === null ? other === null : Number(other) > own || own === 100,
      `${what}: ${own}, ${other}`,
    );
    seen.add(`${shown!.verdict}${common ? ', common prompts' : ''}`);
  }
  for (const verdict of ['down', 'within_noise', 'too_few'])
    assert.ok(
      [...seen].some((kind) => kind.startsWith(verdict)),
      [...seen].join('; '),
    );
  assert.ok(
    [...seen].some((kind) => kind.endsWith('common prompts')),
    [...seen].join('; '),
  );
});

/** Groups come in no order. */
const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();

// biome-ignore lint/suspicious/noExplicitAny: a row of a report
const valuesOf = (row: any) => [row.visibility, row.visibility_count, row.visibility_total];
