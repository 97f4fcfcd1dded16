import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An instruction of a Dockerfile, its continued lines joined. */
export interface Instruction {
  name: string;
  text: string;
}
/** What a FROM begins. */
export interface Stage {
  base: string;
  /** Its name, else its number. */
  name: string;
  instructions: Instruction[];
}

/** @throws Error for a line that is not understood */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll('\\\n', ' ');
  for (const line of lines.trim().split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`not an instruction: ${line}`);
    if (name === 'FROM') {
      const [base = '', , as = String(stages.length)] = text.split(/\s+/);
      stages.push({ base, name: as, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

/** The text of an instruction of the last stage that has one; the last one holds. */
export function lastOf(stages: Stage[], name: string): string {
  const found = stages.at(-1)?.instructions.findLast((instruction) => instruction.name === name);
  if (!found) throw new Error(`the Dockerfile has no ${name}`);
  return found.text;
}

/** A command in its form without a shell, as signals reach it. @throws SyntaxError for the other form */
export function commandOf(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** The variables of the ENV instructions of a stage. */
export function variablesOf({ instructions }: Stage): Record<string, string> {
  const pairs = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string]));
  return Object.fromEntries(pairs);
}

/**
 * Copies as COPY does, from the build context what .dockerignore leaves, or from another stage.
 * @param folders of the context, of the stages by their names, and the working folder of this stage
 */
export function copy(
  text: string,
  {
    context,
    ignored,
    stages,
    here,
  }: { context: string; ignored: string[]; stages: ReadonlyMap<string, string>; here: string },
): void {
  const words = text.split(/\s+/);
  const from = /^--from=(.*)$/.exec(words[0] ?? '')?.[1];
  const [to = '', ...sources] = words.slice(from === undefined ? 0 : 1).toReversed();
  const root = from === undefined ? context : stages.get(from);
  if (root === undefined) throw new Error(`COPY from an unknown stage: ${text}`);
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path) || (from === undefined && isIgnored(source, ignored)))
      throw new Error(`COPY finds nothing: ${source}`);
    // A file keeps its name in a folder; of a folder the content is copied.
    const target = to.endsWith('/') ? join(here, to, source) : join(here, to);
    mkdirSync(dirname(target), { recursive: true });
    if (from !== undefined) {
      // Moved, because nothing else is made of that stage and some 400 MB take their time.
      renameSync(path, target);
      continue;
    }
    cpSync(path, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isIgnored(file.slice(root.length).replace(/^\//, ''), ignored),
    });
  }
}

/** Whether a pattern of .dockerignore leaves a path out; the last one that fits holds. @param path from the context */
export function isIgnored(path: string, patterns: string[]): boolean {
  const parents = path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
  let ignored = false;
  for (const pattern of patterns) {
    const isException = pattern.startsWith('!');
    if (parents.some((parent) => expression(isException ? pattern.slice(1) : pattern).test(parent)))
      ignored = !isException;
  }
  return ignored;
}

/** Hidden files are like others, unlike in a shell. */
function expression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'));
  return new RegExp(`^${source}$`);
}
