import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parametersOfText } from '../../src/reports/breakdown/text-form.ts';

const aWord = fc.constantFrom('platform', 'query', 'visibility');
const aText = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', ',', '\\', ':', '-', '.', ' ', '\n', 'ß', '😀'),
});
const aDay = fc.constantFrom('2026-01-01', '2026-01-31');
const aBody = fc.record(
  {
    dimensions: fc.array(aWord),
    filters: fc.array(
      fc.oneof(
        fc.record({
          field: aWord,
          operator: fc.constantFrom('in', 'contains'),
          values: fc.array(fc.option(aText), { minLength: 1 }),
        }),
        fc.record({
          field: fc.constantFrom('branded', 'mentioned'),
          operator: fc.constant('in'),
          values: fc.array(fc.option(fc.boolean()), { minLength: 1 }),
        }),
      ),
    ),
    having: fc.array(
      fc.record({
        field: aWord,
        operator: fc.constantFrom('gte', 'lte'),
        value: fc.constantFrom(0, 10, 66.67),
      }),
    ),
    order_by: fc.array(fc.record({ field: aWord, direction: fc.constantFrom('asc', 'desc') })),
    include: fc.array(aWord),
    compare_to: fc.oneof(fc.constant('previous'), fc.record({ start_date: aDay, end_date: aDay })),
  },
  { requiredKeys: [] },
);

test('what is written as text is read back: any value, with commas, backslashes and colons', () => {
  fc.assert(
    fc.property(aBody, (body) => {
      const { dimensions, filters, having, order_by, include, compare_to } = body;
      const escaped = (value: string | boolean | null) =>
        value === null ? '' : String(value).replaceAll(/[\\,]/g, (character) => `\\${character}`);
      const text = {
        dimensions: dimensions?.join(),
        filters: filters?.map(
          ({ field, operator, values }) => `${field}:${operator}:${values.map(escaped).join()}`,
        ),
        having: having?.map(({ field, operator, value }) => `${field}:${operator}:${value}`),
        order_by: order_by
          ?.map(({ field, direction }) => `${direction === 'desc' ? '-' : ''}${field}`)
          .join(),
        include: include?.join(),
        compare_to:
          typeof compare_to === 'object' ? `${compare_to.start_date}..${compare_to.end_date}` : compare_to,
      };
      // Records of the generator have no prototype.
      assert.deepEqual(parametersOfText('reportBrands', text), JSON.parse(JSON.stringify(body)));
    }),
    { numRuns: 1_000 },
  );
});

test('names may have blanks beside them, a brand is ordered by its name, and texts stay texts', () => {
  const { dimensions, order_by, filters } = parametersOfText('reportBrands', {
    dimensions: ' platform, week ',
    order_by: '-visibility,name',
    filters: ['query:in:true, a', 'branded:in:yes'],
  });
  assert.deepEqual(dimensions, ['platform', 'week']);
  assert.deepEqual(order_by, [
    { field: 'visibility', direction: 'desc' },
    { field: 'brand', direction: 'asc' },
  ]);
  assert.deepEqual(
    filters?.map(({ values }) => values),
    [['true', ' a'], ['yes']],
  );
});

test('text of another form is refused with its place and an example', () => {
  const refused = (text: Parameters<typeof parametersOfText>[1], message: RegExp) =>
    assert.throws(() => parametersOfText('reportMentions', text), { code: 'validation_error', message });
  refused(
    { filters: ['platform:in:A', 'platform=A'] },
    /^filters\[1\] must be .* such as platform:in:CHATGPT/,
  );
  refused({ filters: ['query:in:a\\b'] }, /^filters\[0\]: a backslash/);
  refused({ filters: ['query:in:a\\'] }, /^filters\[0\]: a backslash/);
  refused({ having: ['mention_count:gte'] }, /^having\[0\] must be .* such as mention_count:gte:10/);
  for (const value of ['', '1e3', '0x10', ' 1', '1,5', 'NaN'])
    refused({ having: [`mention_count:gte:${value}`] }, /^having\[0\]\.value must be a number in digits/);
  for (const compare_to of ['', 'before', '2026-01-01', '2026-01-01..', '2026-01-01...2026-01-31'])
    refused({ compare_to }, /^compare_to must be previous or two days/);
});
