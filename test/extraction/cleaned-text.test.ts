import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean } from '../../src/extraction/text/clean.ts';
import { sentencesOf } from '../../src/extraction/text/sentences.ts';

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

/** [what it shows, answer, its text with line ends as white space] */
const TEXTS: [why: string, answer: string, text: string][] = [
  ['unknown tags are text', 'a <Foo> List<T> <your-name> <Foo/> </Foo> <!Foo> <?>', '='],
  ['known tags are none', 'a <em>b</em> <BR/> <font color=red>c</font><o:p></o:p>', 'a b c'],
  ['names in capitals and small letters are none', '<Time> <Map> <Source>', '='],
  ['a name with words after it is no tag', 'if a <b and c> d', '='],
  ['unknown elements with attributes are tags', 'a <Card title="Sony">b</Card>', 'a b</Card>'],
  ['flags', '<details open><video src=x controls>b</details>', 'b'],
  ['a declaration', '<!DOCTYPE html><?xml version="1"?>b', 'b'],
  ['hidden elements', '<think>a</think>b<script>c</script><style>d</style>', 'b'],
  ['a thought without end', '<think>a', ''],
  [
    'emphasis in words',
    '**Ac**me A**c**me Ac**me** ***Ac***me *Ac*me Ac*me*',
    'Acme Acme Acme Acme Acme Acme',
  ],
  ['stars of names and products', 'E*TRADE, E*TRADE, 2*3*4, a*b*c', '='],
  [
    'emphasis of words without a space',
    '**Buy**Sony **Sony**is the**best** Buy**Sony**now',
    'Buy Sony Sony is the best Buy Sony now',
  ],
  ['endings after emphasis', "**Sony**s **Sony**'s **好**的 **Sony**", "Sony s Sony's 好的 Sony"],
  ['underscores', 'snake_case _a_ __b__ Sony_WH', 'snake_case a b Sony_WH'],
  ['nested emphasis', '**_a_** *__b__* _**c** d_ ~~**e**~~', 'a b c d e'],
  [
    'removed tags, images and links',
    'a<i>b</i>c d![x](y)e [f](x)g h[](x)i [[j](x)](y)k',
    'a b c d e f g h i j k',
  ],
  [
    'citations',
    'a[1] b [2][3]. c[^n] d【4:1†x.pdf】e [[5]](https://x.example)f [6](https://x.example)',
    'a b. c d e f',
  ],
  [
    'citations of a platform',
    'a\ue200cite\ue202turn0search1\ue201 b [oai_citation:0‡Sony](https://x.example).',
    'a b.',
  ],
  [
    'marks by kind',
    '**\ue200entity\ue202["a","Acme","b"]\ue201** \ue200url\ue202Max\ue202https://a.example\ue201.\ue200x\ue202y\ue201',
    'Acme Max.',
  ],
  ['marks without their signs', 'Acmeciteturn0search0 by entity["a","Max"] turn1news2.', 'Acme by Max.'],
  ['marks in escaped data', '\\ue200entity\\ue202[\\"a\\", \\"Acme X\\", 0]\\ue201 b', 'Acme X b'],
  [
    'references as targets and in words',
    '[Acme](turn0search0) Saturn5rocket2 Auditurn0news1',
    'Acme Saturn5rocket2 Audi',
  ],
  [
    'numbers in elements',
    'Acme<citation>1</citation>, <cite>Max</cite><sup>2</sup> m<sup>2</sup>',
    'Acme, Max 2 m 2',
  ],
  ['words of marks in prose', 'I cite an entity["a"], turn 0 url Acme [1,000] {"a": 1} c:a', '='],
  [
    'citations of other platforms',
    'a[^1^] b[citation:1] c [cite_start]d[cite: 1, 2]. e^[1]^ f[web:1]',
    'a b c d. e f',
  ],
  ['containers', ':::writing{variant="email"}\nAcme\n:::\nMax', 'Acme Max'],
  ['brackets that cite nothing', '[2024] [note] [1,000] [x1] `a[1]`', '[2024] [note] [1,000] [x1] a[1]'],
  ['invisible characters', '\ufeffa\u00adb c\u2060d e\u200bf G\u200bH i&shy;j k<wbr>l', 'ab cd ef G H ij kl'],
  ['escapes', '\\*a\\* b\\_c \\[d\\] \\<e> \\`f \\```g``` x', '*a* b_c [d] <e> `f `g x'],
  ['references', '&lt;b&gt; AT&amp;T &amp;amp; &eacute; &nosuch; &#x41;', '<b> AT&T &amp; é &nosuch; A'],
  ['brackets in links', '[a [b]](x) [c \\] d](x) [e](<x y>) [f](x "t")', 'a [b] c ] d e f'],
  ['pipes in code in tables', '| `a\\|b` | `c|d` |', 'a|b c|d'],
];

for (const [why, answer, text] of TEXTS) {
  test(`text: ${why}`, () =>
    assert.equal(clean(answer).text.replace(/\s+/g, ' '), text === '=' ? answer : text));
}

for (const [why, answer, blocks] of BLOCKS) {
  test(`blocks: ${why}`, () => assert.deepEqual(blocksOf(answer), blocks));
}

/** Every sentence of an answer. */
function sentencesIn(answer: string): string[] {
  const { text } = clean(answer);
  const letters = Array.from(text.matchAll(/\S/gu), ({ index }) => ({ start: index, end: index + 1 }));
  return sentencesOf(text, letters).sentences.map(({ start, end }) => text.slice(start, end).trim());
}

/** Each: sentences, to be told apart when a space joins them, or nothing where `glue` is ''. */
const SENTENCES: [why: string, sentences: string[], glue?: string][] = [
  ['English', ['Acme is good.', 'Is Foo?', 'Yes!', '"Bar."', '(So.)', 'Wait...', 'End.']],
  ['blocks', ['Title', 'One.', 'Cons:', 'bad', 'worse', 'a', 'b'], '\n\n'],
  [
    'abbreviations of firms',
    ['Acme Inc. makes it.', 'Foo Co. and Bar Ltd. sell it.', 'By Acme Corp. 5 were sold.'],
  ],
  ['a firm ends a sentence', ['It is by Acme Inc.', 'Foo is next.']],
  [
    'numbers',
    ['No. 1 is Acme, approx. 5 hours, see p. 5 and Fig. 3 of Vol. 2.', 'It costs $5.99.', 'Foo costs $6.'],
  ],
  ['a no that ends a sentence', ['Is it good?', 'No.', 'Acme is better.']],
  [
    'initials',
    [
      'George R. R. Martin and J.K. Rowling met.',
      'The U.S. Army and U.S. News agree.',
      'Dr. Foo, Ph.D., too.',
    ],
  ],
  [
    'initials that end a sentence',
    ['It is sold in the U.S.', 'However, Acme is not.', 'Take the Model S.', 'Foo has it.'],
  ],
  ['names with a mark', ['Yahoo! is good.', 'Take Yahoo!', 'It is good.']],
  ['times', ['It opens at 5 p.m. today and 9 a.m. tomorrow.', 'Go.']],
  [
    'German',
    [
      'Das ist z. B. Acme, d. h. gut.',
      'Bzw. z.B. Foo (u. a. Bar).',
      'Ca. 5 Mio. Euro am 3. Mai, Nr. 1.',
      '„Gut.“',
      'Ja.',
    ],
  ],
  [
    'French and Spanish',
    ['M. Dupont aime Acme, p. ex. Foo.', 'El Sr. Gil usa Acme en EE. UU. hoy.', '¿Es bueno?', '¡Sí!'],
  ],
  ['Chinese', ['最好的是索尼。', '博士也不错！', '你呢？', '三星。'], ''],
  ['Japanese', ['ソニーです。', 'ボーズです！', '「本当？」', 'はい｡', 'いいえ。'], ''],
  ['Hindi and Arabic', ['सोनी अच्छा है।', 'बोस भी।', 'هل هي جيدة؟', 'نعم.']],
  ['glued', ['It is good.', 'Acme too.', 'Top picks:', 'Foo'], ''],
];

for (const [why, sentences, glue] of SENTENCES) {
  test(`sentences: ${why}`, () => assert.deepEqual(sentencesIn(sentences.join(glue ?? ' ')), sentences));
}
