import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { roundedMean } from '../../src/base/definitions.ts';
import type { components } from '../../src/contract/generated/types.ts';
import { measuresTable } from '../../src/features/documents/sections/head.ts';
import { textOf } from '../../src/features/documents/text.ts';
import { groupLine, groupRow } from '../../src/mcp/tools/rows.ts';
import { pointOf } from '../../src/presentation/charts/series.ts';
import { element } from '../../src/presentation/element.ts';
import { headline, othersText } from '../../src/presentation/headline.ts';
import { format, shown, shownChange, signed } from '../../src/presentation/numbers.ts';

type Row = components['schemas']['BrandRow'];
type Change = components['schemas']['Change'];
const SEED = 20_261_128;
const DRAWS = 3_000;

/** Tenths of n ÷ d, rounded once, half away from zero. */
const tenths = (n: number, d: number) => {
  const [top, bottom] = [20n * BigInt(n) + BigInt(d), 2n * BigInt(d)];
  return Number(top / bottom) / 10;
};
const minus = (text: string) => text.replaceAll('−', '-').replaceAll('\u202f', ' ');

const aPeriod = fc
  .record({ total: fc.integer({ min: 1, max: 3_000 }), named: fc.double({ min: 0, max: 1, noNaN: true }) })
  .chain(({ total, named }) => {
    const count = Math.max(1, Math.round(named * total));
    return fc.record({
      total: fc.constant(total),
      count: fc.constant(count),
      score: fc.integer({ min: 0, max: 10_000 * count }),
      places: fc.integer({ min: count, max: 9 * count }),
      voices: fc.integer({ min: count, max: 4 * count }),
    });
  });
type Period = typeof aPeriod extends fc.Arbitrary<infer T> ? T : never;

/** The row of a report, with the two decimals it has. */
const measures = ({ total, count, score, places, voices }: Period) => ({
  visibility: roundedMean(10_000 * count, total),
  visibility_count: count,
  visibility_total: total,
  sentiment: roundedMean(score, count),
  sentiment_sum: score / 100,
  sentiment_count: count,
  position: roundedMean(100 * places, count),
  position_sum: places,
  position_count: count,
  share_of_voice: roundedMean(10_000 * count, voices),
  share_of_voice_total: voices,
});
/** What is shown of it, by whole numbers alone. */
const right = ({ total, count, score, places, voices }: Period) => ({
  visibility: tenths(100 * count, total),
  share_of_voice: tenths(100 * count, voices),
  position: tenths(places, count),
  sentiment: tenths(score, 100 * count),
});
const changeOf = (points: number): Change => ({ points, low: null, high: null, verdict: 'within_noise' });

test('each number is rounded once from its counts, and a change is the difference of what is shown', () => {
  const seen = { twice: 0, apart: 0 };
  fc.assert(
    fc.property(aPeriod, aPeriod, (now, before) => {
      const [own, earlier] = [measures(now), measures(before)];
      const points = roundedMean(0, 1) as number;
      const change = changeOf(
        Math.round((10_000 * now.count) / now.total - (10_000 * before.count) / before.total) / 100,
      );
      const others = {
        sentiment: changeOf(points),
        position: changeOf(points),
        share_of_voice: changeOf(points),
      };
      const row = {
        brand: { id: 'b', name: 'Lumenfold' },
        ...own,
        previous: earlier,
        change,
        changes: others,
      } as unknown as Row;
      const [expected, then] = [right(now), right(before)];
      const names = Object.keys(expected) as (keyof typeof expected)[];
      for (const name of names) {
        assert.equal(shown(own, name), expected[name], name);
        if (format(own[name] as number) !== format(expected[name])) seen.twice += 1;
        const given = name === 'visibility' ? change : others[name];
        const by = Math.round(10 * (expected[name] - then[name])) / 10;
        assert.equal((shownChange(row, name, given) as Change).points, by + 0);
      }
      if (signed(change.points) !== signed((shownChange(row) as Change).points)) seen.apart += 1;
      // A document.
      const text = minus(textOf(element('main', {}, measuresTable({ row } as never))));
      const told = (name: (typeof names)[number], sign = '') => {
        const by = minus(signed((shownChange(row, name, change) as Change).points));
        return `${minus(format(expected[name]))}${sign}, before ${minus(format(then[name]))}${sign}, ≈ ${by}`;
      };
      assert.ok(text.includes(`Visibility, now ${told('visibility', ' %')} points`), text);
      assert.ok(text.includes(`Share of voice, now ${told('share_of_voice', ' %')} points`), text);
      assert.ok(text.includes(`Position (1 is first), now ${told('position')} places`), text);
      assert.ok(text.includes(`Sentiment (0 to 100), now ${told('sentiment')} points`), text);
      // The sentence on screens and in mails, a chart's point, and what agents read.
      const sentence = minus(headline(row));
      const by = minus(signed(expected.visibility - then.visibility));
      assert.ok(
        sentence.startsWith(`shows no clear change: ${expected.visibility.toFixed(1)} %, ${by} points`),
      );
      assert.equal(format(pointOf(row).value), format(expected.visibility));
      const line = groupLine(groupRow(row));
      assert.ok(line.includes(`visibility ${expected.visibility} % (n ${now.total})`), line);
      assert.ok(line.includes(`sentiment ${expected.sentiment} (n ${now.count})`), line);
      assert.ok(line.includes(`position ${expected.position} (n ${now.count})`), line);
      assert.ok(line.includes(`share of voice ${expected.share_of_voice} % (n ${now.voices})`), line);
      assert.equal(JSON.parse(JSON.stringify(groupRow(row))).visibility.value, own.visibility);
    }),
    { seed: SEED, numRuns: DRAWS },
  );
  assert.ok(seen.twice > DRAWS / 50 && seen.apart > DRAWS / 20, JSON.stringify(seen));
});

test('a share or place without its sum is known by its count', () => {
  fc.assert(
    fc.property(aPeriod, (period) => {
      const { visibility_count: _, position_sum: __, ...rest } = measures(period);
      assert.equal(shown(rest, 'visibility'), right(period).visibility);
      if (period.count <= 100) assert.equal(shown(rest, 'position'), right(period).position);
    }),
    { seed: SEED, numRuns: DRAWS },
  );
  assert.equal(shown({ visibility: null, visibility_count: 0, visibility_total: 0 }, 'visibility'), null);
  assert.equal(shown(null, 'visibility'), null);
});

test('a competitor that moved otherwise is named beside what the others did', () => {
  const told = (own: Change['verdict'], verdict: string, rivals: [string, Change['verdict'], boolean?][]) =>
    othersText({
      change: { ...changeOf(1), verdict: own, against_others: { verdict } },
      competitors: rivals.map(([name, of, holds]) => ({
        name,
        change: { ...changeOf(1), verdict: of, ...(holds !== undefined && { holds_in_list: holds }) },
      })),
    } as never)
      .map((piece) => (typeof piece === 'string' ? piece : piece.name))
      .join('');
  assert.equal(
    told('down', 'apart', [['Gleamwell', 'within_noise']]),
    'Your competitors as a whole did not move with you.',
  );
  assert.equal(
    told('down', 'apart', [
      ['Gleamwell', 'up'],
      ['Nachtlicht', 'within_noise'],
      ['Brightly', 'down', false],
    ]),
    'Your competitors as a whole did not move with you, but Gleamwell rose, Brightly fell (may be chance).',
  );
  assert.equal(
    told('down', 'with_the_others', [
      ['Gleamwell', 'up'],
      ['Nachtlicht', 'down'],
    ]),
    'Your competitors moved alike, so it may be the platforms, but Gleamwell rose.',
  );
  assert.equal(
    told('up', 'against_the_others', [['Gleamwell', 'down']]),
    'Your competitors moved the other way.',
  );
  const five = ['A', 'B', 'C', 'D', 'E'].map((name) => [name, 'up'] as [string, 'up']);
  assert.match(told('down', 'apart', five), /but A rose, B rose, C rose, and 2 more moved so\.$/);
  assert.equal(told('within_noise', 'apart', five), '');
});
