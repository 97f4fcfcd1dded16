import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from '../../src/extraction/text/clean.ts';

/** The blocks of an answer, each as `KIND level: text`, of cells `CELL row,column: text`. */
function blocksOf(answer: string): string[] {
  const { text, blocks } = clean(answer);
  return blocks.map(({ kind, level, row, column, start, end }) => {
    const place = kind === 'CELL' ? ` ${row},${column}` : level > 0 ? ` ${level}` : '';
    return `${kind}${place}: ${text.slice(start, end)}`;
  });
}

const BLOCKS: [why: string, answer: string, blocks: string[]][] = [
  ['paragraphs', 'One\ntwo.\n\nThree.', ['PARAGRAPH: One\ntwo.', 'PARAGRAPH: Three.']],
  ['heading', '## Title ##\nText', ['HEADING 2: Title', 'PARAGRAPH: Text']],
  ['underlined headings', 'A\n===\nB\n---\nc', ['HEADING 1: A', 'HEADING 2: B', 'PARAGRAPH: c']],
  ['a line of dashes between paragraphs', 'A\n\n---\nB', ['PARAGRAPH: A', 'PARAGRAPH: B']],
  ['bold line', 'x\n**Cons:**\ny', ['PARAGRAPH: x', 'HEADING 7: Cons:', 'PARAGRAPH: y']],
  ['bold line and colon', '__Pros__:\n- y', ['HEADING 7: Pros:', 'ITEM 1: y']],
  ['bold line of HTML', '<strong>Cons:</strong>\ny', ['HEADING 7: Cons:', 'PARAGRAPH: y']],
  ['a bold sentence is no heading', '**Acme is best.**', ['PARAGRAPH: Acme is best.']],
  ['two bold names are no heading', '**Acme** or **Foo**', ['PARAGRAPH: Acme or Foo']],
  ['list', '- a\n  b\n* c', ['ITEM 1: a\nb', 'ITEM 1: c']],
  ['nested list', '1. a\n   - b\n\t\t- c\n2. d', ['ITEM 1: a', 'ITEM 2: b', 'ITEM 3: c', 'ITEM 1: d']],
  ['lists in one line', '- 1. a', ['ITEM 2: a']],
  ['bold line within an entry', '1. a\n   **Cons:**\n   - b', ['ITEM 1: a', 'HEADING 7: Cons:', 'ITEM 2: b']],
  ['a new list after a paragraph', '- a\n\nb\n\n  - c', ['ITEM 1: a', 'PARAGRAPH: b', 'ITEM 1: c']],
  ['list in a quote', '> - a\n>   - b', ['ITEM 1: a', 'ITEM 2: b']],
  [
    'table',
    '| a | b |\n|---|:--|\n| c | d |\n| e | |\n\nf',
    ['CELL 0,0: a', 'CELL 0,1: b', 'CELL 1,0: c', 'CELL 1,1: d', 'CELL 2,0: e', 'PARAGRAPH: f'],
  ],
  [
    'table without header',
    '| a | b |\n| c | d |',
    ['CELL 1,0: a', 'CELL 1,1: b', 'CELL 2,0: c', 'CELL 2,1: d'],
  ],
  [
    'table without edges',
    'a | b\n--|--\nc | d',
    ['CELL 0,0: a', 'CELL 0,1: b', 'CELL 1,0: c', 'CELL 1,1: d'],
  ],
  ['line break in a cell', '| a<br>b | c |', ['CELL 1,0: a', 'CELL 1,0: b', 'CELL 1,1: c']],
  ['pipe in running text', 'a | b', ['PARAGRAPH: a', 'PARAGRAPH: b']],
  ['code', '```js\na\n\n# b\n```\nc', ['CODE: a', 'CODE: # b', 'PARAGRAPH: c']],
  ['HTML heading', '<h3>a</h3>b', ['HEADING 3: a', 'PARAGRAPH: b']],
  [
    'HTML lists',
    '<ul><li>a<ol><li>b</li></ol></li><li>c</ul>d',
    ['ITEM 1: a', 'ITEM 2: b', 'ITEM 1: c', 'PARAGRAPH: d'],
  ],
  [
    'HTML table',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>c<td>d</table>e',
    ['CELL 0,0: a', 'CELL 0,1: b', 'CELL 1,0: c', 'CELL 1,1: d', 'PARAGRAPH: e'],
  ],
  ['HTML table without header', '<table><tr><td>a<td>b</table>', ['CELL 1,0: a', 'CELL 1,1: b']],
  [
    'what is erased leaves no block',
    '[](https://a.example)\n\n(https://a.example)\n- (https://a.example)',
    [],
  ],
];

for (const [why, answer, blocks] of BLOCKS) {
  test(`blocks: ${why}`, () => assert.deepEqual(blocksOf(answer), blocks));
}
