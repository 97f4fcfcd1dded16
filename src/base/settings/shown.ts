import { GROUPS, type Setting } from './table.ts';

const WIDTH = 100;
const INDENT = 6;

/** The guide with its tables of settings: the first table below each heading of a group. */
export function withTables(guide: string): string {
  let text = guide;
  for (const [heading, settings] of Object.entries(GROUPS)) {
    const rows = Object.entries<Setting>(settings).map(
      ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.description} |\n`,
    );
    const table = `| variable | default | |\n|---|---|---|\n${rows.join('')}`;
    const from = text.indexOf(`\n## ${heading}\n`);
    const start = text.indexOf('\n| variable |', from) + 1;
    if (from === -1 || start === 0) throw new Error(`The guide has no table below "${heading}".`);
    const end = text.indexOf('\n\n', start) + 1;
    text = text.slice(0, start) + table + text.slice(end);
  }
  return text;
}

/** All settings for --help. */
export function settingsHelp(): string {
  const lines = Object.entries(GROUPS).flatMap(([heading, settings]) => [
    '',
    `${heading}:`,
    ...Object.entries<Setting>(settings).flatMap(([name, setting]) => [
      `  ${name} (${setting.enum ? `${setting.enum.join(', ')}; by default ` : ''}${plain(defaultOf(setting))})`,
      ...wrapped(plain(setting.description)),
    ]),
  ]);
  return [
    '',
    'Settings are variables of the environment, with their defaults in brackets (–: none). NAME_FILE=/path reads NAME',
    'from a file, and a file .env in the folder of the start is read too.',
    ...lines,
  ].join('\n');
}

function defaultOf({ shown, default: value = '' }: Setting): string {
  return shown ?? (String(value) === '' ? '–' : String(value));
}

/** Markdown as plain text. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

function wrapped(text: string): string[] {
  const lines = text.match(new RegExp(`.{1,${WIDTH - INDENT}}(?= |$)`, 'g')) ?? [];
  return lines.map((line) => `${' '.repeat(INDENT)}${line.trim()}`);
}
