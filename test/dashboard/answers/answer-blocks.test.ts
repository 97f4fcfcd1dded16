// long: drives a browser
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clean } from '../../../src/extraction/text/clean.ts';
import { type Block, blocksOf, type Inline } from '../../../src/web/dashboard/screens/answer/drawn.ts';
import type { Leaf } from '../../../src/web/dashboard/screens/answer/passage.ts';

/** Inline parts as one line: `<strong>word</strong>`. */
const written = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'break') return '/';
      const address = node.type === 'link' && node.url !== null ? ` ${node.url}` : '';
      return `<${node.type}${address}>${written(node.children)}</${node.type}>`;
    })
    .join('');

/** Blocks as lines, those of a list indented. */
function lines(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.type) {
      case 'heading':
        return [`${'#'.repeat(block.level)} ${written(block.children)}`];
      case 'paragraph':
        return [written(block.children)];
      case 'code':
        return block.lines.map(({ text }) => `code:${text}`);
      case 'table':
        return [block.head, ...block.rows].map((row) => `|${row.map(written).join('|')}|`);
      default:
        return block.items.flatMap((item, at) => {
          const mark = block.first === null ? '-' : `${block.first + at}.`;
          return lines(item).map((line, n) => (n === 0 ? `${mark} ${line}` : `  ${line}`));
        });
    }
  });
}

const CASES: [answer: string, drawn: string[]][] = [
  ['# **A** b', ['# <strong>A</strong> b']],
  [
    'a *b* `c_d` ~~e~~ ***f***',
    [
      'a <emphasis>b</emphasis> <code>c_d</code> <deleted>e</deleted> <strong><emphasis>f</emphasis></strong>',
    ],
  ],
  [
    '[a **b**](https://c.example "T"), [d](javascript:e)',
    ['<link https://c.example/>a <strong>b</strong></link>, <link>d</link>'],
  ],
  [
    'see https://a.example/b. And [1](https://c.example) too',
    ['see <link https://a.example/b>https://a.example/b</link>. And <link https://c.example/>[1]</link> too'],
  ],
  ['1. a\n   - b\n   - c\n2. d\n\n- e', ['1. a', '  - b', '  - c', '2. d', '- e']],
  ['- https://a.example - b\n- c', ['- <link https://a.example/>https://a.example</link> - b', '- c']],
  [
    'Sources:\nhttps://a.example\nhttps://b.example',
    [
      'Sources:/<link https://a.example/>https://a.example</link>/<link https://b.example/>https://b.example</link>',
    ],
  ],
  ['| a | b |\n|---|---|\n| | c |\n| d |', ['|a|b|', '||c|', '|d|']],
  ['```\n  a *b*\n\n  c\n```\n```\nd\n```', ['code:  a *b*', 'code:', 'code:  c', 'code:d']],
  ['a\nb &amp; c<br>d', ['a/b & c', 'd']],
  // What is not read is not shown: thoughts, images, a citation that only its platform understands.
  ['<think>a</think>b ![c](https://d.example/e.png) f【4:0†g】', ['b f']],
];

test('an answer is drawn as it is read', () => {
  for (const [answer, drawn] of CASES) assert.deepEqual(lines(blocksOf(answer)), drawn, answer);
});

/** The texts of blocks, in order. */
function leavesOf(blocks: readonly Block[]): Leaf[] {
  const ofInline = (nodes: readonly Inline[]): Leaf[] =>
    nodes.flatMap((node) =>
      node.type === 'text' ? [node] : node.type === 'break' ? [] : ofInline(node.children),
    );
  return blocks.flatMap((block) => {
    if (block.type === 'code') return block.lines;
    if (block.type === 'table') return [block.head, ...block.rows].flat().flatMap(ofInline);
    return block.type === 'list' ? block.items.flatMap(leavesOf) : ofInline(block.children);
  });
}

const PIECES =
  '*|**|_|~~|`|# |- |  - |1. |[|](/x)|](|![|<b>|</b>|<li>|<br>|&amp;|\\|【1】|> |Acme|Dr. Foo|b|é|😀| | |. |\n|\n\n|\r\n|---|:'.split(
    '|',
  );
const answers = fc
  .array(fc.constantFrom(...PIECES, '|', '|---|\n'), { maxLength: 40 })
  .map((all) => all.join(''));

test('each text stands in the answer where it says, and together they are what was read', () => {
  fc.assert(
    fc.property(answers, fc.nat(5), (answer, from) => {
      const leaves = leavesOf(blocksOf(answer, from)).filter(({ text }) => text.trim() !== '');
      for (const { text, start, length } of leaves) {
        const there = answer.slice(start - from, start - from + length);
        assert.equal(text === '&' && there === '&amp;' ? '&' : there, text);
      }
      for (const [at, { start }] of leaves.entries()) assert.ok(at === 0 || start > leaves[at - 1]!.start);
      const words = (text: string) => text.replace(/\s+/g, '');
      assert.equal(words(leaves.map(({ text }) => text).join('')), words(clean(answer).text));
    }),
    { numRuns: 3_000 },
  );
});
