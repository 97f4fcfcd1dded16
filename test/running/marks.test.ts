import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { marksOf } from '../support/marks.ts';

const files = globSync('test/**/*.test.ts').map((file) => ({ file, ...marksOf(file) }));

test('a mark is the first line, with a reason, and a long file has no long tests beside it', () => {
  for (const { file, ...marks } of files) {
    const count = [marks.isLong, marks.isMeasured, marks.isApart].filter(Boolean).length;
    const lines = readFileSync(file, 'utf8').match(/^\/\/ (long|measured|own process)\b.*$/gm) ?? [];
    assert.equal(lines.length, count, file);
    if (marks.isLong || marks.isMeasured) assert.ok(!marks.hasLongTests, file);
  }
});

test('every area has quick tests', () => {
  const areaOf = (file: string) => file.split('/')[1];
  const quick = files.filter(({ isLong, isMeasured }) => !isLong && !isMeasured);
  const areas = new Set(quick.map(({ file }) => areaOf(file)));
  for (const { file } of files) if (areaOf(file) !== 'foreign') assert.ok(areas.has(areaOf(file)), file);
});
