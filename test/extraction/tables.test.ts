import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bare } from '../../src/extraction/names/word-senses.ts';
import { NAME, Tokens, WORD } from '../../src/extraction/stance/sentence/tokens.ts';
import {
  expandForms,
  expandPhrases,
  parseSection,
  WORD_TABLES,
} from '../../src/extraction/stance/word-lists.ts';
import { readSections, type Section } from '../../src/extraction/tables.ts';
import { foldName } from '../../src/extraction/text/fold.ts';

// A linter of the tables of words. What is wrong is told by file and line.

const FOLDER = fileURLToPath(new URL('../../src/extraction/data/', import.meta.url));
const paths = globSync(`${FOLDER}**/*`, { withFileTypes: true })
  .filter((file) => file.isFile())
  .map((file) => relative(FOLDER, `${file.parentPath}/${file.name}`))
  .sort();
const tables = new Map(paths.map((path) => [path, readSections(path)]));

type Tell = (path: string, line: number, message: string) => void;

/** Runs a check, and fails with all that it finds. */
function lint(name: string, check: (tell: Tell) => void): void {
  test(name, () => {
    const found: string[] = [];
    check((path, line, message) => found.push(`src/extraction/data/${path}:${line}: ${message}`));
    assert.equal(found.join('\n'), '');
  });
}

function eachSection(see: (path: string, section: Section) => void): void {
  for (const [path, sections] of tables) for (const section of sections) see(path, section);
}

lint('tables have sections, and no section is empty or there twice', (tell) => {
  assert.ok(tables.size > 20, 'the tables were not found');
  for (const [path, sections] of tables) {
    if (sections.length === 0) tell(path, 1, 'has no section');
    for (const [at, { name, line, entries }] of sections.entries()) {
      if (entries.length === 0) tell(path, line, `[${name}] is empty`);
      if (sections.findIndex((other) => other.name === name) < at)
        tell(path, line, `[${name}] is there twice`);
    }
  }
});

lint('entries are sorted by code unit, and none is there twice', (tell) => {
  eachSection((path, { entries }) => {
    for (const [at, { text, line }] of entries.entries()) {
      const before = entries[at - 1]?.text;
      if (before === text) tell(path, line, `"${text}" is there twice`);
      else if (before !== undefined && before > text) tell(path, line, `"${text}" comes before "${before}"`);
    }
  });
});

/** Whether a word of unknown/ stands for the name or an end of a clause. */
const isPlace = (word: string) => ['NAME', 'CALLED', 'START', 'END'].includes(word);

/** The form in which an entry is looked up. */
function formOf(path: string, section: string, text: string): string {
  if (path.startsWith('languages/') || /^names\/(?:common-words|endings)\.txt$/.test(path))
    return foldName(text);
  if (path.startsWith('sources/')) return text.replace(/^\S+ +/, (host) => `${host.trim().toLowerCase()} `);
  if (path === 'names/sense-words.txt')
    return section === 'namesakes' ? bare(text) : text.split(' ').map(bare).join(' ').toLowerCase();
  if (path === 'names/function-words.txt') return text.toLowerCase();
  if (path.startsWith('unknown/'))
    return section === 'cues'
      ? text
      : text.replaceAll(/[^ ]+/g, (word) => (isPlace(word) ? word : word.toLowerCase()));
  const plain = text.replaceAll('’', "'").replaceAll('-', ' ');
  return plain.replaceAll(/[^ /]+/g, (word) => (word === 'NAME' ? word : word.toLowerCase()));
}

lint('entries are written as they are looked up', (tell) => {
  eachSection((path, { name, entries }) => {
    for (const { text, line } of entries) {
      const form = formOf(path, name, text);
      if (form !== text) tell(path, line, `"${text}" is looked up as "${form}"`);
    }
  });
});

/** Whether a sentence can have a phrase: its words are those that a sentence is divided into. */
function isReadable(phrase: string): boolean {
  if (/^★\d$/.test(phrase)) return true; // a row of stars
  const text = phrase
    .split(' ')
    .map((word) => (word === 'NAME' || word === '_' ? 'x' : word))
    .join(' ');
  const { kinds, words, count } = new Tokens(text, 0, text.length, []);
  return kinds.slice(0, count).every((kind) => kind === WORD || kind === NAME) && words.join(' ') === text;
}

const grammar = tables.get('stance/grammar.txt')!;
const phrasesIn = (...sections: string[]) =>
  new Set(
    grammar
      .filter(({ name }) => sections.includes(name))
      .flatMap(({ entries }) => expandPhrases(entries.map(({ text }) => text))),
  );
/** What these are weighs nothing as praise or criticism, whatever else lists them. */
const weightless = phrasesIn('negators', 'missing', 'conditions', 'topics');
/** Nor do these, but for warnings. */
const shields = phrasesIn('shields', 'cures');
const WARNING = -0.8;

lint('each word of praise and criticism has a form that no other entry has or takes over', (tell) => {
  const all = WORD_TABLES.flatMap((path) =>
    tables.get(path)!.flatMap(({ name, entries }) => {
      const { weight, form } = parseSection(name);
      return entries.map(({ text, line }) => ({
        path,
        line,
        text,
        weight,
        forms: new Set(expandForms(text, form)),
      }));
    }),
  );
  /** By form: its weight, the first entry after which nothing else was said of it, and how many say so. */
  const last = new Map<string, { weight: number; from: number; count: number }>();
  for (const [at, { weight, forms }] of all.entries())
    for (const form of forms) {
      const known = last.get(form);
      if (known?.weight === weight) known.count += 1;
      else last.set(form, { weight, from: at, count: 1 });
    }
  for (const [at, { path, line, text, weight, forms }] of all.entries()) {
    const counts = [...forms].some((form) => {
      const { from, count } = last.get(form)!;
      const isLast = at >= from && count === 1;
      return (
        isLast && !weightless.has(form) && (weight === WARNING || !shields.has(form)) && isReadable(form)
      );
    });
    if (!counts) tell(path, line, `"${text}" changes nothing`);
  }
});

lint('each phrase of grammar is one that a sentence can have, and is there once', (tell) => {
  for (const { name, entries } of grammar) {
    const all = expandPhrases(entries.map(({ text }) => text));
    for (const { text, line } of entries)
      for (const phrase of expandPhrases([text])) {
        if (!isReadable(phrase)) tell('stance/grammar.txt', line, `no sentence has "${phrase}"`);
        if (all.indexOf(phrase) !== all.lastIndexOf(phrase))
          tell('stance/grammar.txt', line, `[${name}] has "${phrase}" twice`);
      }
  }
});

lint('each word of a language is in one of its classes, or is a given name too', (tell) => {
  for (const [path, sections] of tables) {
    if (!path.startsWith('languages/')) continue;
    const words = new Set(sections.find(({ name }) => name === 'words')?.entries.map(({ text }) => text));
    for (const { text, line } of sections.find(({ name }) => name === 'brands')?.entries ?? [])
      if (words.has(text)) tell(path, line, `"${text}" is in [words] too`);
  }
});

lint('each section of endings says of which language and place they are', (tell) => {
  const known =
    /^(?:finnish clitics|finnish after a weak stem|\p{L}+ (?:after (?:a vowel|a consonant|any letter)|instead of \p{L}+))$/u;
  for (const { name, line } of tables.get('names/endings.txt')!)
    if (!known.test(name) || foldName(name) !== name)
      tell('names/endings.txt', line, `[${name}] is never looked up`);
});

/** The sections that the reader of unknown/ looks up itself; the others are lists in entries. */
const READ = [
  'about',
  'after',
  'anaphors',
  'and',
  'asides',
  'but',
  'cues',
  'denials',
  'entity',
  'named',
  'descriptions',
  'hedges',
  'lead',
];

lint('each list of unknown/ is there, and is part of a phrase', (tell) => {
  for (const [path, sections] of tables) {
    if (!path.startsWith('unknown/')) continue;
    const used = new Set(
      sections.flatMap(({ entries }) =>
        entries.flatMap(({ text }) => Array.from(text.matchAll(/<([^>]+)>/g), ([, name]) => name!)),
      ),
    );
    const lists = sections.filter(({ name }) => !READ.includes(name));
    for (const { name, line } of lists) if (!used.has(name)) tell(path, line, `[${name}] is in no phrase`);
    for (const name of [...used, ...READ])
      if (!sections.some((section) => section.name === name)) tell(path, 1, `has no [${name}]`);
  }
});

lint('each site is listed once, below no site of the same name and kind', (tell) => {
  const sites = tables
    .get('sources/known-sources.txt')!
    .flatMap(({ name: type, entries }) =>
      entries.map(({ text, line }) => ({ host: text.split(' ')[0]!, text, line, type })),
    );
  const byHost = Map.groupBy(sites, ({ host }) => host);
  for (const { host, text, line, type } of sites) {
    if (byHost.get(host)!.length > 1) tell('sources/known-sources.txt', line, `${host} is there twice`);
    for (let rest = host; rest.includes('.'); ) {
      rest = rest.slice(rest.indexOf('.') + 1);
      const [above] = byHost.get(rest) ?? [];
      if (above === undefined) continue;
      if (above.type === type && above.text.slice(rest.length) === text.slice(host.length))
        tell('sources/known-sources.txt', line, `${host} is known by ${rest}`);
      break;
    }
  }
});
