import { at, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';

/** How deep lists and sections within each other are read. */
const DEEPEST = 8;
/** The kinds of blocks that SerpApi's reference has. */
const KNOWN = /^(paragraph|heading|list|table|code_block|comparison|expandable|section|image|video|quote)$/;

/**
 * The markdown of SerpApi's text blocks: paragraphs, headings, lists, tables, code, and sections that open. What a
 * block has is read whatever its type is called; one of an unknown type without any text is left out.
 */
export function renderMarkdown(blocks: readonly unknown[], reading: Reading, depth = 0): string {
  if (depth > DEEPEST) return '';
  return blocks
    .map((block) => {
      const text = markdownOfBlock(block, reading, depth);
      const type = at(block, 'type');
      if (text.trim() === '' && !KNOWN.test(String(type))) reading.leaveOut(type, 'block');
      return text;
    })
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function markdownOfBlock(block: unknown, reading: Reading, depth: number): string {
  if (typeof block === 'string') return block;
  const [text, title, code] = [textAt(block, 'snippet') ?? '', textAt(block, 'title'), textAt(block, 'code')];
  if (at(block, 'type') === 'heading') return text === '' ? '' : `### ${text}`;
  return joined(
    title === null ? '' : `### ${title}`,
    text,
    renderItems(list(at(block, 'list')), reading, depth),
    renderTable(list(at(block, 'table'))),
    code === null ? '' : `\`\`\`${textAt(block, 'language') ?? ''}\n${code}\n\`\`\``,
    renderComparison(block),
    renderMarkdown(list(at(block, 'text_blocks')), reading, depth + 1),
  );
}

function renderItems(items: readonly unknown[], reading: Reading, depth: number): string {
  if (depth > DEEPEST) return '';
  const indent = '  '.repeat(depth);
  return items
    .flatMap((item) => {
      const [title, snippet] = [textAt(item, 'title'), textAt(item, 'snippet')];
      const text =
        typeof item === 'string' ? item : [title && `**${title}**`, snippet].filter(Boolean).join(' ');
      const nested = renderItems(list(at(item, 'list')), reading, depth + 1);
      const blocks = renderMarkdown(list(at(item, 'text_blocks')), reading, depth + 1);
      return [text && `${indent}- ${text.replace(/\s*\n\s*/g, ' ')}`, nested, blocks].filter(Boolean);
    })
    .join('\n');
}

/** Rows of cells; the first is the head. */
function renderTable(rows: readonly unknown[]): string {
  const lines = rows.map((row) => `| ${list(row).map(cell).join(' | ')} |`);
  const [head, ...body] = lines;
  if (head === undefined) return '';
  return [head, `|${' --- |'.repeat(list(rows[0]).length)}`, ...body].join('\n');
}

/** Features of products beside each other. */
function renderComparison(block: unknown): string {
  const head = ['', ...list(at(block, 'product_labels'))];
  const rows = list(at(block, 'comparison')).map((row) => [at(row, 'feature'), ...list(at(row, 'values'))]);
  return rows.length === 0 ? '' : renderTable([head, ...rows]);
}

function cell(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value) : (textAt(value, 'snippet') ?? '');
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
