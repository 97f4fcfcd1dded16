import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { documentJson } from '../../src/contract/document.ts';
import { FORMATS } from '../../src/contract/formats.ts';
import { WORDS } from '../../src/contract/validation.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, looked into at will
function eachSchema(node: any, found: (schema: any) => void, isSchema = false): void {
  if (typeof node !== 'object' || node === null) return;
  if (isSchema) found(node);
  for (const [name, member] of Object.entries(node)) {
    if (name === 'example' || name === 'examples' || name === 'enum') continue;
    if (name === 'properties' && isSchema)
      for (const property of Object.values(member as object)) eachSchema(property, found, true);
    else if (name === 'schemas')
      for (const schema of Object.values(member as object)) eachSchema(schema, found, true);
    else if (['oneOf', 'anyOf', 'allOf'].includes(name))
      for (const schema of member as object[]) eachSchema(schema, found, true);
    else eachSchema(member, found, name === 'schema' || name === 'items');
  }
}

test('what the contract demands is said in words of ours, by every keyword', () => {
  const said = [...Object.keys(WORDS), 'additionalProperties', 'required'];
  const silent = [
    'description',
    'example',
    'default',
    'nullable',
    'properties',
    'items',
    '$ref',
    'x-pattern-meaning',
  ];
  const unknown = new Set<string>();
  let schemas = 0;
  eachSchema(JSON.parse(documentJson), (schema) => {
    schemas += 1;
    for (const keyword of Object.keys(schema))
      if (![...said, ...silent].includes(keyword)) unknown.add(keyword);
    if (schema.pattern !== undefined)
      assert.ok(schema['x-pattern-meaning'], `${schema.pattern} has no meaning in words`);
    if (schema.format !== undefined)
      assert.ok(schema.format in FORMATS || schema.format === 'binary', `${schema.format} has no words`);
  });
  assert.ok(schemas > 500, `${schemas} schemas`);
  assert.deepEqual([...unknown], []);
});

test('patterns mean the same in every dialect: no classes of Unicode, no look-around, no flags', () => {
  eachSchema(JSON.parse(documentJson), ({ pattern }) => {
    if (pattern === undefined) return;
    assert.doesNotMatch(pattern, /\\[pPuwWdDbBkAzZ]|\(\?|\\\d/, pattern);
    new RegExp(pattern);
    new RegExp(pattern, 'u');
  });
});

test('a refusal says the field, and what it must be, in words; a hint only where it is likely meant', async () => {
  const org = await app.organisation();
  const token = await app.login(org);
  const brand = (body: unknown) => app.call('POST', '/api/brands', { token, body });
  const refusals: [unknown, RegExp][] = [
    [{ name: '' }, /^name must not be empty\.$/],
    [{ name: 'x'.repeat(201) }, /^name must have 200 characters at most\.$/],
    [{ name: '—' }, /^name must (hold a letter or a digit|be a text with a letter or a digit in it)\.$/],
    [{ name: 5 }, /^name must be a string\.$/],
    [
      { name: 'A', aliases: ['a', 'b', 'a'] },
      /^aliases must not hold the same twice: entries 0 and 2 \(from 0\) are alike\.$/,
    ],
    [
      { name: 'A', aliases: Array.from({ length: 101 }, (_, at) => `${at}`) },
      /^aliases must have 100 entries at most\.$/,
    ],
    [{ name: 'A', aliases: [''] }, /^aliases\[0\] must not be empty\.$/],
    [{ name: 'A', website: 5 }, /^website must be a string or null\.$/],
    [{}, /^name is required\.$/],
    [[], /^The body must be an object\.$/],
    [{ name: 'A', nmae: 'B' }, /^"nmae" is not a field\. Did you mean "name"\?$/],
    [{ name: 'A', foo: 1 }, /^"foo" is not a field\. Its fields are name, website, /],
    [{ name: 'A', case_sensitive: [] }, /^"case_sensitive" is not a field\. Did you mean "caseSensitive"\?$/],
  ];
  for (const [body, expected] of refusals) {
    const { status, json } = await brand(body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 60));
    assert.match(json.message, expected);
  }
  const list = (query: string) => app.call('GET', `/api/brands?${query}`, { token });
  assert.match((await list('limit=1001')).json.message, /^limit must be 1000 or less\.$/);
  assert.match((await list('archived=yes')).json.message, /^archived must be a boolean\.$/);
  assert.match((await list('limits=1')).json.message, /^"limits" is not a field\. Did you mean "limit"\?/);
  const markup = await app.call('POST', '/api/schema/validate', { token, body: { jsonLd: 5 } });
  assert.match(markup.json.message, /^jsonLd must be a JSON-LD object, or an array of them\.$/);
});

/** Asks as it is said, without a client that decodes the answer. */
function ask(
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  return new Promise((done, failed) => {
    get(`${app.url}${path}`, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      );
    }).on('error', failed);
  });
}

test('the contract is served without blanks, compressed, and not again to who has it', async () => {
  for (const path of ['/openapi.json', '/openapi.yaml']) {
    const plain = await ask(path, {});
    assert.equal(plain.status, 200);
    if (path.endsWith('.json'))
      assert.equal(plain.body.toString(), JSON.stringify(JSON.parse(plain.body.toString())));
    assert.match(plain.headers['cache-control'] ?? '', /^public, max-age=\d+/);
    const etag = plain.headers['etag'] ?? '';
    assert.match(etag, /^W\/"[\w-]+"$/);
    for (const [encoding, decode] of Object.entries({
      gzip: gunzipSync,
      br: brotliDecompressSync,
      zstd: zstdDecompressSync,
    })) {
      const encoded = await ask(path, { 'Accept-Encoding': encoding });
      assert.deepEqual(
        [encoded.headers['content-encoding'], encoded.headers['vary']],
        [encoding, 'Accept-Encoding'],
      );
      assert.ok(encoded.body.length * 5 < plain.body.length, `${encoding}: ${encoded.body.length}`);
      assert.ok(decode(encoded.body).equals(plain.body));
      assert.equal(encoded.headers['etag'], etag);
    }
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, headers, body } = await ask(path, { 'If-None-Match': known });
      assert.deepEqual([status, body.length, headers['etag']], [304, 0, etag], known);
      assert.match(headers['cache-control'] ?? '', /^public/);
    }
    for (const other of ['"other"', 'W/"other"', etag.slice(3, -1), ''])
      assert.equal((await ask(path, { 'If-None-Match': other })).status, 200, other);
  }
});
