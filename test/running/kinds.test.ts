import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { APART, LONG, LONG_TESTS, MEASURING, QUICK_VARIABLES } from '../kinds.ts';

test('what is listed is there, once', () => {
  for (const file of [LONG, LONG_TESTS, MEASURING, APART].flatMap(Object.keys))
    assert.ok(existsSync(file), file);
  for (const file of Object.keys(LONG)) assert.ok(!(file in MEASURING || file in LONG_TESTS), file);
  for (const [file, names] of Object.entries(LONG_TESTS)) {
    const text = readFileSync(file, 'utf8').replaceAll(/\$\{[^}]+\}/g, '…');
    for (const name of names) assert.ok(text.includes(name), `${file} has no test ${name}`);
  }
  const tests = globSync('test/**/*.test.ts').map((file) => readFileSync(file, 'utf8'));
  for (const name of Object.keys(QUICK_VARIABLES))
    assert.ok(tests.some((text) => text.includes(`['${name}']`)));
});

test('every folder has quick tests', () => {
  const quick = globSync('test/**/*.test.ts').filter((file) => !(file in LONG || file in MEASURING));
  const folders = new Set(quick.map((file) => dirname(file)));
  for (const file of globSync('test/**/*.test.ts'))
    if (dirname(file) !== 'test/foreign') assert.ok(folders.has(dirname(file)), file);
});
