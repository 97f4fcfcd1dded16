import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvReader, delimiterOf } from '../../src/web/dashboard/screens/welcome/file/csv.ts';

/** The records of a text that arrives in parts of so many characters. */
function read(text: string, size = text.length, delimiter = ',') {
  const reader = new CsvReader(delimiter);
  const records = [];
  for (let at = 0; at < text.length; at += size)
    records.push(...reader.read(text.slice(at, at + size), at + size >= text.length));
  return records;
}

const TEXT =
  'id,answer\r\n1,"two\nlines, with ""quotes"""\r\n\r\n2,plain "inside" a field\r3,"ends in quotes """\n4,"last"';
const RECORDS = [
  { line: 1, fields: ['id', 'answer'] },
  { line: 2, fields: ['1', 'two\nlines, with "quotes"'] },
  { line: 5, fields: ['2', 'plain "inside" a field'] },
  { line: 6, fields: ['3', 'ends in quotes "'] },
  { line: 7, fields: ['4', 'last'] },
];

test('a CSV is read alike however it is cut, with the lines on which its records begin', () => {
  for (let size = 1; size <= TEXT.length; size += 1) assert.deepEqual(read(TEXT, size), RECORDS, `${size}`);
});

test('a quote that is not closed costs its own line alone', () => {
  const records = read('id,answer\n1,"open\n2,fine\n3,"also, fine"\n4,"never', 7);
  assert.deepEqual(
    records.map(({ line, fields, problem }) => [line, problem === undefined ? fields : problem.slice(0, 28)]),
    [
      [1, ['id', 'answer']],
      [2, 'A quote in it is opened and '],
      [3, ['2', 'fine']],
      [4, ['3', 'also, fine']],
      [5, 'A quote in it is opened and '],
    ],
  );
});

test('the delimiter is the one between the names of the columns', () => {
  assert.equal(delimiterOf('brand;platform;"a,b,c,d";answer\n1,2,3,4,5,6'), ';');
  assert.equal(delimiterOf('brand\tplatform\n'), '\t');
  assert.equal(delimiterOf('brand'), ',');
  assert.deepEqual(read('a;"b;c"\n', 3, ';'), [{ line: 1, fields: ['a', 'b;c'] }]);
});
