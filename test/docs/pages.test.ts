import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { withApp } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';

const app = await withApp();
const folder = fileURLToPath(new URL('../../src/web/docs/', import.meta.url));
const files = globSync('*.md', { cwd: folder });
const paths = ['/docs', ...files.map((file) => `/docs/${basename(file, '.md')}`)];
const pages = new Map(
  await Promise.all(paths.map(async (path) => [path, await (await fetch(app.url + path)).text()] as const)),
);

test('each guide of the repository is a page, with its first heading as title, and listed on all pages', () => {
  assert.ok(files.length >= 7);
  for (const file of files) {
    const heading = /^# (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
    const name = basename(file, '.md');
    assert.ok(pages.get(`/docs/${name}`)?.includes(`<title>Sightline – ${heading}</title>`), name);
    for (const [path, html] of pages)
      assert.match(html, new RegExp(`<li><a href="\\.{1,2}/docs/${name}"`), `${path} lists ${name}`);
  }
  const order = [...(pages.get('/docs') ?? '').matchAll(/href="\.\/docs\/([\w-]+)"/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(
    order.slice(0, 3),
    ['first-report', 'first-report', 'measures'],
    'the header, then the list',
  );
});

test('all that a page names is there, at an address relative to it', async () => {
  const statuses = new Map<string, number>();
  for (const [path, html] of pages) {
    const names = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, name = '']) => name);
    assert.ok(names.length > 10, path);
    for (const name of names.filter((name) => !name.startsWith('https://'))) {
      assert.doesNotMatch(name, /^(\/|https?:)/, `${path} leaves a base path by ${name}`);
      const { pathname, hash } = new URL(name, app.url + path);
      if (!statuses.has(pathname)) statuses.set(pathname, (await fetch(app.url + pathname)).status);
      assert.equal(statuses.get(pathname), 200, `${path} names ${name}`);
      const anchor = decodeURIComponent(hash.slice(1));
      if (anchor === '') continue;
      // On the reference, the anchors of operations are RapiDoc's: the test in the browser compares them.
      const target = pages.get(pathname) ?? '';
      const found = target.includes(` id="${anchor}"`) || target.includes(` href="#${anchor}"`);
      assert.ok(found, `${path} leads to ${name}`);
    }
  }
});

test('pages and what they load come compressed, with their length, and 304 while they are the same', async () => {
  const scripts = [...(pages.get('/docs') ?? '').matchAll(/ src="\.(\/assets\/[^"]+\.js)"/g)];
  for (const path of ['/docs', '/docs/ingest', ...scripts.map(([, script = '']) => script)]) {
    const plain = await ask(app.url + path, {});
    assert.equal(plain.status, 200, path);
    assert.equal(Number(plain.headers['content-length']), plain.body.length);
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const sent = await ask(app.url + path, { 'Accept-Encoding': encoding });
      assert.equal(sent.headers['content-encoding'], encoding, path);
      assert.equal(Number(sent.headers['content-length']), sent.body.length);
      assert.ok(decode(sent.body).equals(plain.body), path);
    }
    const etag = plain.headers['etag'] ?? '';
    const again = await ask(app.url + path, { 'If-None-Match': etag });
    assert.deepEqual([again.status, again.body.length, again.headers['etag']], [304, 0, etag]);
    const head = await ask(app.url + path, {}, { method: 'HEAD' });
    assert.deepEqual(
      [head.status, head.body.length, head.headers['content-length']],
      [200, 0, plain.headers['content-length']],
    );
  }
  const [rapidoc] = scripts.map(([, script = '']) => script).filter((script) => /rapidoc/.test(script));
  const { body } = await ask(app.url + rapidoc, { 'Accept-Encoding': 'br' });
  assert.ok(body.length < 210_000, `${body.length} bytes of RapiDoc`);
});

test('no page holds a script, and only the reference styles of its own', async () => {
  for (const path of paths) {
    const { headers } = await fetch(app.url + path, { method: 'HEAD' });
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'self';/);
    assert.equal(policy.includes("'unsafe-inline'"), path === '/docs', path);
    assert.doesNotMatch(policy, /script-src|unsafe-eval/);
    assert.doesNotMatch(pages.get(path) ?? '', /<script(?![^>]* src=)|<style| style=| on\w+=/, path);
  }
});

test('a guide that is not there is 404 as JSON', async () => {
  for (const path of ['/docs/none', '/docs/operate.md', '/docs/..%2Fmain']) {
    const { status, json } = await app.call('GET', path);
    assert.deepEqual([status, json.error], [404, 'not_found'], path);
  }
});
