/**
 * The words and phrases of praise and criticism, and their forms in texts.
 *
 * A section of a table is named by its weight, from -1 (warning) to 1 (praise), and the form of its entries:
 * `adjectives` and `words` unchanged, `gradable` adjectives with their degrees (faster, fastest), `verbs` in base form
 * (`+` doubles the last letter: win+), `nouns` in the singular, `phrases`. A hyphen in a text counts as a space. In a
 * phrase, `a/b` is either word, `_` any word, and `NAME` a known name.
 */
import { readSections } from '../tables.ts';

/** An entry in two tables has the weight from the later one. Within a table, stronger weights come last. */
export const WORD_TABLES = [
  'stance/successes.txt',
  'stance/praise.txt',
  'stance/criticism.txt',
  'stance/failures.txt',
] as const;

const FORMS = ['adjectives', 'gradable', 'verbs', 'nouns', 'words', 'phrases'] as const;
export type WordForm = (typeof FORMS)[number];

interface WordList {
  weight: number;
  form: WordForm;
  entries: readonly string[];
}

export function readWordLists(): WordList[] {
  return WORD_TABLES.flatMap((path) =>
    readSections(path).map(({ name, entries }) => {
      const { weight, form } = parseSection(name);
      return { weight, form, entries: entries.map(({ text }) => text) };
    }),
  );
}

/** @throws Error for a section that is not a word list */
export function parseSection(section: string): { weight: number; form: WordForm } {
  const [weight, form] = section.split(' ');
  const known = FORMS.find((one) => one === form);
  if (known === undefined || !(Math.abs(Number(weight)) <= 1))
    throw new Error(`[${section}] is no list of words.`);
  return { weight: Number(weight), form: known };
}

export function expandForms(entry: string, form: WordForm): string[] {
  switch (form) {
    case 'gradable':
      return expandDegrees(entry);
    case 'verbs':
      return expandVerb(entry);
    case 'nouns':
      return [entry, withS(entry)];
    case 'phrases':
      return phraseForms(entry);
    default:
      return [entry];
  }
}

/** All phrases, with alternatives expanded. */
export function expandPhrases(phrases: readonly string[]): string[] {
  return phrases.flatMap(phraseForms);
}

function phraseForms(phrase: string): string[] {
  return phrase
    .split(' ')
    .map((word) => word.split('/'))
    .reduce(
      (starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trimStart())),
      [''],
    );
}

function withS(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function expandVerb(verb: string): string[] {
  const base = verb.replace('+', '');
  const stem = verb.endsWith('+') ? base + base.at(-1) : base.replace(/e$/, '');
  const past = /[^aeiou]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${stem}ed`;
  const gerund = verb.endsWith('+') || !base.endsWith('ee') ? `${stem}ing` : `${base}ing`;
  return [base, withS(base), past, gerund];
}

function expandDegrees(word: string): string[] {
  const stem = /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}i`
    : /^[^aeiou]*[aeiou][bdgmnt]$/.test(word)
      ? word + word.at(-1)
      : word.replace(/e$/, '');
  return [`${stem}er`, `${stem}est`];
}
