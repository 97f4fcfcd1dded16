import { at, list, textAt } from '../body.ts';

/** How deep lists and sections within each other are read. */
const DEEPEST = 8;

/**
 * The markdown of SerpApi's text blocks: paragraphs, headings, lists, tables, code, and sections that open. A block of
 * another type counts by its text.
 */
export function markdownOf(blocks: readonly unknown[], depth = 0): string {
  if (depth > DEEPEST) return '';
  return blocks
    .map((block) => markdownOfBlock(block, depth))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
}

function markdownOfBlock(block: unknown, depth: number): string {
  const text = textAt(block, 'snippet') ?? '';
  const within = markdownOf(list(at(block, 'text_blocks')), depth + 1);
  switch (at(block, 'type')) {
    case 'heading':
      return text === '' ? '' : `### ${text}`;
    case 'list':
      return joined(text, itemsOf(list(at(block, 'list')), depth));
    case 'table':
      return joined(text, tableOf(list(at(block, 'table'))));
    case 'code_block':
      return `\`\`\`${textAt(block, 'language') ?? ''}\n${textAt(block, 'code') ?? ''}\n\`\`\``;
    case 'comparison':
      return joined(text, comparisonOf(block));
    default: {
      const title = textAt(block, 'title');
      return joined(title === null ? '' : `### ${title}`, text, within);
    }
  }
}

function itemsOf(items: readonly unknown[], depth: number): string {
  if (depth > DEEPEST) return '';
  const indent = '  '.repeat(depth);
  return items
    .flatMap((item) => {
      const [title, snippet] = [textAt(item, 'title'), textAt(item, 'snippet')];
      const text = [title && `**${title}**`, snippet].filter(Boolean).join(' ');
      const nested = itemsOf(list(at(item, 'list')), depth + 1);
      const blocks = markdownOf(list(at(item, 'text_blocks')), depth + 1);
      return [text && `${indent}- ${text.replace(/\s*\n\s*/g, ' ')}`, nested, blocks].filter(Boolean);
    })
    .join('\n');
}

/** Rows of cells; the first is the head. */
function tableOf(rows: readonly unknown[]): string {
  const lines = rows.map((row) => `| ${list(row).map(cell).join(' | ')} |`);
  const [head, ...body] = lines;
  if (head === undefined) return '';
  return [head, `|${' --- |'.repeat(list(rows[0]).length)}`, ...body].join('\n');
}

/** Features of products beside each other. */
function comparisonOf(block: unknown): string {
  const head = ['', ...list(at(block, 'product_labels'))];
  const rows = list(at(block, 'comparison')).map((row) => [at(row, 'feature'), ...list(at(row, 'values'))]);
  return rows.length === 0 ? '' : tableOf([head, ...rows]);
}

function cell(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' ? String(value) : (textAt(value, 'snippet') ?? '');
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
