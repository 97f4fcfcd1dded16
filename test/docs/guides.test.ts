// What the guides say, held to the code: settings, commands, paths of the API, links, and names of files.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { withTables } from '../../src/base/settings/shown.ts';
import { SETTINGS } from '../../src/base/settings/table.ts';
import { createProgram } from '../../src/cli/program.ts';
import { renderMarkdown } from '../../src/web/docs/markdown.ts';
import { operationsByTag } from '../../src/web/docs/operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const FILES = ['*.md', 'bench/**/*.md', 'src/web/docs/**/*.md'].flatMap((glob) =>
  globSync(glob, { cwd: root }),
);
/** What was true when an entry was written may not be true now. */
const GUIDES = FILES.filter((path) => path !== 'CHANGELOG.md');
/** The code in a text, as it stands between backticks. */
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const rowsOf = (path: string) =>
  [...read(path).matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => row.split(' | '));

test('the guide of the configuration has the tables of the settings', () => {
  const guide = read('src/web/docs/configuration.md');
  assert.equal(withTables(guide), guide, 'npm run format writes them');
  const rows = rowsOf('src/web/docs/configuration.md').flatMap(([names = '']) => codeIn(names));
  assert.deepEqual(rows.toSorted(), Object.keys(SETTINGS).toSorted());
});

/** All commands that do something, by their names, with the long names of their options. */
function commandsOf(command: Command, name = ''): [name: string, options: string[]][] {
  const names = (each: Command) => [each.name(), ...each.aliases()].map((one) => `${name} ${one}`.trim());
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => names(each).flatMap((one) => commandsOf(each, one)));
  return [[name, command.options.map(({ long }) => long ?? '')]];
}

test('the guide of the command line has every command, with its options', () => {
  const rows = rowsOf('src/web/docs/command-line.md').flatMap(([names = '', , options = '']) =>
    codeIn(names).map((name) => [name.replace(/ [A-Z_]+$/, ''), codeIn(options)] as const),
  );
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(commandsOf(createProgram())));
});

test('every command that a guide names is there, and has the options that it names', () => {
  const commands = new Map(commandsOf(createProgram()));
  let found = 0;
  for (const path of GUIDES) {
    const text = read(path).replaceAll('\\\n', '');
    const code = [
      ...codeIn(text),
      ...[...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block),
    ];
    for (const [, line = ''] of code
      .join('\n')
      .matchAll(/(?:(?<!\.\.\/)\bsightline(?:\.mjs)?|\bcli(?: --)?) (?!sightline|help)([a-z][^`|#;&\n]*)/g)) {
      const [first = '', second = ''] = line.trim().split(/\s+/);
      const options = commands.get(`${first} ${second}`) ?? commands.get(first);
      found += 1;
      assert.ok(options, `${path} names the command ${line}`);
      for (const [, option = ''] of line.matchAll(/(?<=\s)(--[a-z-]+)/g))
        assert.ok(option === '--help' || options.includes(option), `${path}: ${option} in ${line}`);
    }
  }
  assert.ok(found > 50, `${found}`);
});

test('every path of the API that a guide names is in the contract', () => {
  const paths = [...operationsByTag().values()].flat().map(({ path }) => path);
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  let found = 0;
  for (const path of GUIDES)
    for (const [, named = ''] of read(path).matchAll(/(?<!platforms)(\/api\/[\w{},/-]*[\w}])(?![\w}]|\/…)/g))
      for (const one of expanded(named)) {
        found += 1;
        assert.ok(
          patterns.some((pattern) => pattern.test(one)),
          `${path} names ${one}`,
        );
      }
  assert.ok(found > 50, `${found}`);
});

/** `a/{b,c}` is a/b and a/c; `{id}` stays. */
function expanded(text: string): string[] {
  const [whole, choices] = /\{([^{}]*,[^{}]*)\}/.exec(text) ?? [];
  if (whole === undefined || choices === undefined) return [text];
  return choices.split(',').flatMap((choice) => expanded(text.replace(whole, choice)));
}

test('every link between files leads to a file, and to a heading of it', () => {
  const anchors = (path: string) =>
    renderMarkdown(
      read(path),
      () => null,
      () => undefined,
    ).html;
  let found = 0;
  for (const path of FILES)
    for (const [, href = ''] of read(path).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href)) continue;
      const [file = '', anchor] = href.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      found += 1;
      assert.ok(existsSync(join(root, target)), `${path}: ${href}`);
      if (anchor) assert.ok(anchors(target).includes(` id="${anchor}"`), `${path}: ${href}`);
    }
  assert.ok(found > 60, `${found}`);
});

test('no line of a guide is longer than 120 characters, outside of code and tables', () => {
  for (const path of GUIDES)
    for (const line of read(path)
      .replaceAll(/^```.*?^```/gms, '')
      .split('\n'))
      assert.ok(line.length <= 120 || line.startsWith('|'), `${path}: ${line}`);
});

test('every file and folder that the picture and the map of the repository name is there', () => {
  const roots = ['', 'src', 'src/features', 'src/web/dashboard', 'src/web/docs', 'bench'];
  const isThere = (name: string) => roots.some((from) => globSync(join(root, from, name)).length > 0);
  const [, picture = ''] = /## How it works\n\n```\n(.*?)```/s.exec(read('README.md')) ?? [];
  const inPicture = [...picture.matchAll(/(?<![\w/…])[a-z]+(?:\/[a-z-]+)+/g)].map(([name]) => name);
  const inMap = codeIn(read('CONTRIBUTING.md')).filter((code) =>
    /^[a-z][\w.{},*-]*\/[\w./{},*-]*$/.test(code),
  );
  const names = [...inPicture, ...inMap];
  assert.deepEqual(
    names.filter((name) => !expanded(name).every(isThere)),
    [],
  );
  assert.ok(inPicture.length >= 6 && inMap.length > 80, `${inPicture.length} and ${inMap.length}`);
});
