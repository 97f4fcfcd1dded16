import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderMarkdown } from './markdown.ts';
import { operationHrefs } from './operations.ts';

/** A guide: a Markdown file of this folder, which is also readable in the repository. */
export interface Guide {
  /** Its name in the URL: the file's name without the ending. */
  name: string;
  title: string;
  html: string;
}

/** In the order of a newcomer's needs. Further guides follow by name. */
const ORDER = [
  'first-report',
  'measures',
  'ingest',
  'corrections',
  'schedule-prompts',
  'asked',
  'background-jobs',
  'report-language',
  'pull',
  'bucket',
  'documents',
  'views',
  'webhooks',
  'clients',
  'coming-from-others',
  'agents',
  'operate',
  'forgetting',
  'configuration',
  'mail',
  'single-sign-on',
  'organisations',
  'command-line',
  'fleet',
  'quirks',
];
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** All guides, rendered, in the order of the menu. */
export function readGuides(): Guide[] {
  const position = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const names = globSync('*.md', { cwd: FOLDER }).map((file) => basename(file, '.md'));
  names.sort((a, b) => position(a) - position(b) || a.localeCompare(b));
  const operations = operationHrefs();
  return names.map((name) => ({
    name,
    ...renderMarkdown(
      readFileSync(`${FOLDER}${name}.md`, 'utf8'),
      (href) => linkTarget(href, names),
      (code) => operations.get(code),
    ),
  }));
}

/** The target of a Markdown link on the pages: `webhooks.md#retries` is the page `webhooks` there. */
function linkTarget(href: string, guides: readonly string[]): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  // Other files of the repository are not served.
  return guides.includes(name) ? `${name}${anchor}` : null;
}
