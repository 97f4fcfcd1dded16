import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { APART, isLong, LONG, LONG_TESTS, MEASURING, QUICK_VARIABLES } from '../kinds.ts';

/** Whether the name of a test of the file begins so. */
function isIn(file: string, beginning: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll(/\$\{[^}]+\}/g, '…');
  return ["'", '`', '"'].some((quote) => text.includes(`${quote}${beginning}`));
}

test('what is listed is there, once', () => {
  for (const file of [LONG, LONG_TESTS, MEASURING, APART].flatMap(Object.keys))
    assert.ok(existsSync(file), file);
  for (const file of Object.keys(LONG)) assert.ok(!(file in MEASURING || file in LONG_TESTS), file);
  const quick = globSync('test/**/*.test.ts').filter((file) => !(isLong(file) || file in MEASURING));
  for (const [file, names] of Object.entries(LONG_TESTS))
    for (const name of names) {
      const having = quick.filter((each) => isIn(each, name));
      // The runner knows names, not files.
      assert.deepEqual(having, [file], `${name} is in ${having.join(', ') || 'no file'}`);
    }
  const tests = globSync('test/**/*.test.ts').map((file) => readFileSync(file, 'utf8'));
  for (const name of Object.keys(QUICK_VARIABLES))
    assert.ok(tests.some((text) => text.includes(`['${name}']`)));
});

test('every area has quick tests', () => {
  const areaOf = (file: string) => file.split('/')[1];
  const quick = globSync('test/**/*.test.ts').filter((file) => !(isLong(file) || file in MEASURING));
  const areas = new Set(quick.map(areaOf));
  for (const file of globSync('test/**/*.test.ts'))
    if (areaOf(file) !== 'foreign') assert.ok(areas.has(areaOf(file)), file);
});
