import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveView } from '../../src/features/views/resolved.ts';
import type { View } from '../../src/features/views/views.ts';

const NOW = new Date('2026-11-25T23:59:59Z'); // a Wednesday

const days = (range: string, { now = NOW, newest = '2026-11-25' as string | null } = {}) => {
  const { startDate, endDate } = resolveView({ brandId: null, filters: {}, range }, now, newest);
  return `${startDate}..${endDate}`;
};

test('ranges go on with the calendar, or end at the newest answer', () => {
  assert.equal(days('7d'), '2026-11-19..2026-11-25');
  assert.equal(days('7d', { newest: '2026-11-20' }), '2026-11-14..2026-11-20');
  assert.equal(days('7d', { newest: '2027-01-01' }), '2026-11-19..2026-11-25');
  assert.equal(days('30d', { newest: null }), '2026-10-27..2026-11-25');
  assert.equal(days('1d'), '2026-11-25..2026-11-25');
  assert.equal(days('0d'), '2026-11-25..2026-11-25');
  assert.equal(days('this-week'), '2026-11-23..2026-11-25');
  assert.equal(days('last-week', { newest: '2026-11-20' }), '2026-11-16..2026-11-22');
  assert.equal(days('this-month'), '2026-11-01..2026-11-25');
  assert.equal(days('last-month'), '2026-10-01..2026-10-31');
  assert.equal(days('2026-01-05..2026-02-01'), '2026-01-05..2026-02-01');
  // 366 days at most, as on screen.
  assert.equal(days('999d'), '2025-11-25..2026-11-25');
});

test('weeks and months end where the calendar has them end', () => {
  const at = (day: string) => ({ now: new Date(`${day}T00:00:00Z`) });
  assert.equal(days('last-week', at('2027-01-03')), '2026-12-21..2026-12-27');
  assert.equal(days('last-week', at('2027-01-04')), '2026-12-28..2027-01-03');
  assert.equal(days('this-week', at('2027-01-04')), '2027-01-04..2027-01-04');
  assert.equal(days('last-month', at('2028-03-31')), '2028-02-01..2028-02-29');
  assert.equal(days('last-month', at('2027-01-01')), '2026-12-01..2026-12-31');
});

test('filters are those of the reports', () => {
  const filters: View['filters'] = {
    platforms: ['CLAUDE', 'OTHER:kagi'],
    branded: false,
    tag: 'desk',
    topic: 'Lamps',
    country: 'DE',
    model: 'gpt-5',
    surface: 'UNKNOWN',
    searched: 'NO',
  };
  const resolved = resolveView({ brandId: 'b', filters, range: '7d' }, NOW, null);
  assert.deepEqual(
    resolved.filters.map(({ field, operator, values }) => `${field} ${operator} ${values}`),
    [
      'platform in CLAUDE,OTHER:kagi',
      'tag in desk',
      'branded in false',
      'topic in Lamps',
      'country in DE',
      'model in gpt-5',
      'surface in ',
      'searched in false',
    ],
  );
  assert.equal(resolved.brandId, 'b');
});
