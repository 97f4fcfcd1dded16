// Addresses as platforms, search engines and mails have them: which of two are of one page, and where they lead. Those
// with a source were reported in public; all names are invented.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageOf } from '../../src/extraction/sources/page.ts';

const casesOf = <Input, Right>(name: string) =>
  readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { case: string; source?: string; input: Input; right: Right });

const pairs = casesOf<[string, string], 'same' | 'different'>('pages');
const addresses = casesOf<{ url: string; title?: string }, { url: string; domain: string }>('addresses');
/** Pairs of one page that are told apart cost less than two pages that are taken for one. */
const FEWEST_JOINED = 0.95;

test('no pair of two pages is taken for one, and nearly every pair of one page is', () => {
  const isJoined = ([a, b]: [string, string]) => pageOf(a)?.url === pageOf(b)?.url;
  const [same, different] = (['same', 'different'] as const).map((label) =>
    pairs.filter(({ right }) => right === label),
  ) as [typeof pairs, typeof pairs];
  assert.ok(same.length >= 100 && different.length >= 100);
  const told = ({ case: title, input }: (typeof pairs)[number]) => `${title}: ${input.join(' | ')}`;
  assert.deepEqual(different.filter(({ input }) => isJoined(input)).map(told), []);
  const apart = same.filter(({ input }) => !isJoined(input)).map(told);
  assert.ok(apart.length <= same.length * (1 - FEWEST_JOINED), apart.join('\n'));
});

for (const { case: title, input, right } of addresses)
  test(`address: ${title}`, () => {
    const page = pageOf(input.url, input.title ?? null);
    assert.deepEqual({ url: page?.url, domain: page?.domain }, right);
  });

test('what is no address on the web has no page', () => {
  const none = [
    ...[
      '',
      ' ',
      'see above',
      'mailto:a@glimmerhouse.example',
      'lena@glimmerhouse.example',
      'javascript:alert(1)',
    ],
    ...[
      'file:///etc/hosts',
      'ftp://glimmerhouse.example/',
      'http://',
      'https://a b.example/',
      '/lamps',
      'node.js',
    ],
    ...['co.uk', 'localhost', '10.0.0.1', 'quality.fender'],
  ];
  assert.deepEqual(
    none.filter((text) => pageOf(text) !== null),
    [],
  );
});

/** Addresses of parts that mean something to the rule. */
const anAddress = fc
  .tuple(
    fc.constantFrom('https://', 'http://', '//', ''),
    fc.constantFrom(
      'www.a.example',
      'M.YouTube.com',
      'youtu.be',
      'amazon.co.uk',
      'google.de',
      'a.example:81',
    ),
    fc.array(
      fc.constantFrom(
        '',
        'url',
        'amp',
        's',
        'b.example',
        '%7Ea',
        'ref=1',
        'a;jsessionid=1',
        'dQ1w2E3r4T5',
        'embed',
      ),
      { maxLength: 4 },
    ),
    fc.array(
      fc.constantFrom(
        'a=1',
        'A=%2b',
        'utm_source=x',
        'q=http%3A%2F%2Fb.example%2F',
        'ref=2',
        '',
        'a',
        'amp;b=1',
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('', '#a', '#/r?utm_source=x&a=1', '#!r', '#:~:text=a'),
  )
  .map(([scheme, host, path, query, hash]) => `${scheme}${host}/${path.join('/')}?${query.join('&')}${hash}`);

test('the address of a page is its own page, and a text of any kind throws nothing', () => {
  const isSettled = (text: string) => {
    const page = pageOf(text, 'b.example');
    assert.ok(page === null || pageOf(page.url, 'b.example')?.url === page.url, text);
  };
  fc.assert(fc.property(anAddress, isSettled), { numRuns: 3_000 });
  fc.assert(
    fc.property(
      fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
      isSettled,
    ),
  );
});

test('a hostile address takes no longer than a long one', () => {
  const wrapped = (depth: number): string =>
    depth === 0 ? 'https://a.example/' : `https://google.com/url?q=${encodeURIComponent(wrapped(depth - 1))}`;
  const parts = [
    '/ref=a',
    '%',
    '%2',
    '&amp;',
    ';jsessionid=',
    '-2',
    '/v3/__https:',
    '&utm_source=',
    '#:~:',
    '/https:%2F%2F',
  ];
  const hosts = [
    'amazon.com/',
    'urldefense.com/v3/__https:',
    'secure-web.cisco.com/',
    'a.example/?',
    'a.example/#/?',
  ];
  const hostile = hosts.flatMap((host) =>
    parts.map((part) => `https://${host}${part.repeat(4_000 / part.length)}`),
  );
  for (const text of [...hostile, wrapped(5), `https://${'a.'.repeat(120)}example/`]) {
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      pageOf(text);
      return performance.now() - start;
    });
    assert.ok(Math.min(...times) < 20, `${text.slice(0, 60)} took ${times}`);
  }
});
