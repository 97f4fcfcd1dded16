import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../src/web/docs/markdown.ts';

const render = (markdown: string) =>
  renderMarkdown(
    markdown,
    (href) => (href.startsWith('gone') ? null : href.replace('.md', '')),
    (code) => (code === 'GET /x' ? '../docs#get-/x' : undefined),
  );

test('HTML in a guide is text', () => {
  const { html } = render(
    '# T\n\n<script>alert(1)</script>\n\na <img src=x onerror=y> b `<i>` [l](x"y)\n\n```\n<b>\n```',
  );
  assert.doesNotMatch(html, /<(script|img|i|b)\b/);
  assert.match(html, /&#60;script&#62;alert\(1\)/);
  assert.match(html, /<pre tabindex="0"><code>&#60;b&#62;<\/code><\/pre>/);
  assert.match(html, /href="x&#34;y"/);
});

test('headings have anchors as Git hosts name them, each its own', () => {
  const { title, html } = render('# A *title* & `code`\n\n## How sure a number is\n\n## Again?\n\n## Again!');
  assert.equal(title, 'A title & code');
  assert.deepEqual(
    [...html.matchAll(/id="([^"]+)"/g)].map(([, id]) => id),
    ['a-title--code', 'how-sure-a-number-is', 'again', 'again-1'],
  );
});

test('links lead to pages, or are text; operations lead to the reference', () => {
  const { html } = render('# T\n\n[a](b.md#c) [d](gone.conf) `GET /x` `GET /y`');
  assert.match(
    html,
    /<p><a href="b#c">a<\/a> d <a href="..\/docs#get-\/x"><code>GET \/x<\/code><\/a> <code>GET \/y<\/code>/,
  );
});

test('a guide without a heading is refused', () => {
  assert.throws(() => render('text'), /begins with a heading/);
});
