import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Block, blocksOf, type Inline } from './drawn.ts';
import type { Leaf } from './passage.ts';

export type MarkKind = 'own' | 'competitor' | 'other';

/** A place in an answer where somebody is named. */
export interface NameMark {
  start: number;
  end: number;
  kind: MarkKind;
  subjectIds: readonly string[];
  /** Whose name it is, for who points at it. */
  title: string;
}

/** What each kind of name is, in words. */
export const MARK_WORDS: Record<MarkKind, string> = {
  own: 'your brand',
  competitor: 'competitor',
  other: 'another brand of yours',
};

/**
 * A piece of an answer, readable, with the names in it marked. It is drawn node by node: no markup of it reaches the
 * page.
 */
export function AnswerText({
  piece: { text, start },
  marks,
  isRaw,
}: {
  piece: Piece;
  /** In their order, by their places in the whole answer. */
  marks: readonly NameMark[];
  /** Whether it is shown letter by letter, as it was sent. */
  isRaw: boolean;
}) {
  const blocks = useMemo(() => (isRaw ? [] : blocksOf(text, start)), [text, start, isRaw]);
  // Kept, so that a further piece does not have those before it drawn again.
  return useMemo(() => {
    const draw = drawerOf(marks);
    return (
      <div class={isRaw ? 'answer-text answer-raw' : 'answer-text'} dir="auto">
        {isRaw
          ? draw.text({ type: 'text', text, start, length: text.length })
          : blocks.map((block, at) => <BlockView key={at} block={block} draw={draw} />)}
      </div>
    );
  }, [blocks, marks, isRaw]);
}

interface Drawer {
  text(leaf: Leaf): ComponentChildren;
  inline(nodes: readonly Inline[]): ComponentChildren;
}

function drawerOf(marks: readonly NameMark[]): Drawer {
  const named = new Set<NameMark>();
  const draw: Drawer = {
    text: ({ text, start, length }) => {
      const end = start + length;
      const parts: ComponentChildren[] = [];
      let at = start;
      const cut = (to: number) => (length === text.length ? text.slice(at - start, to - start) : text);
      for (let index = firstEndingAfter(marks, start); index < marks.length; index++) {
        const mark = marks[index]!;
        if (mark.start >= end) break;
        // What stands for other letters cannot be cut.
        const isWhole = length !== text.length;
        const from = isWhole ? start : Math.max(at, mark.start);
        const to = isWhole ? end : Math.min(end, mark.end);
        if (to <= at) continue;
        if (from > at) parts.push(cut(from));
        at = from;
        const isFirst = !named.has(mark);
        named.add(mark);
        parts.push(
          <Named key={from} mark={mark} isFirst={isFirst}>
            {cut(to)}
          </Named>,
        );
        at = to;
      }
      if (at < end) parts.push(cut(end));
      return parts;
    },
    inline: (nodes) => nodes.map((node, at) => <Fragment key={at}>{inlineView(node, draw)}</Fragment>),
  };
  return draw;
}

function firstEndingAfter(marks: readonly NameMark[], place: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function Named({
  mark,
  isFirst,
  children,
}: {
  mark: NameMark;
  isFirst: boolean;
  children: ComponentChildren;
}) {
  return (
    <mark
      class="answer-mark"
      data-kind={mark.kind}
      // What leads from the legend to it finds it by this.
      data-subjects={isFirst ? mark.subjectIds.join(' ') : undefined}
      title={mark.title}
      tabIndex={-1}
    >
      {children}
      {isFirst && <span class="visually-hidden answer-said"> ({MARK_WORDS[mark.kind]})</span>}
    </mark>
  );
}

function inlineView(node: Inline, draw: Drawer): ComponentChildren {
  switch (node.type) {
    case 'text':
      return draw.text(node);
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{draw.inline(node.children)}</strong>;
    case 'emphasis':
      return <em>{draw.inline(node.children)}</em>;
    case 'deleted':
      return <del>{draw.inline(node.children)}</del>;
    case 'code':
      return <code>{draw.inline(node.children)}</code>;
    case 'link':
      return node.url === null ? (
        draw.inline(node.children)
      ) : (
        <a href={node.url} target="_blank" rel="noopener noreferrer nofollow" title={node.url}>
          {draw.inline(node.children)}
        </a>
      );
  }
}

function BlockView({ block, draw }: { block: Block; draw: Drawer }): ComponentChildren {
  const views = (blocks: readonly Block[]) =>
    blocks.map((one, at) => <BlockView key={at} block={one} draw={draw} />);
  switch (block.type) {
    case 'heading': {
      // Below the headings of the page itself.
      const Heading = block.level <= 2 ? 'h3' : block.level === 3 ? 'h4' : 'h5';
      return <Heading>{draw.inline(block.children)}</Heading>;
    }
    case 'paragraph':
      return <p>{draw.inline(block.children)}</p>;
    case 'list': {
      const List = block.first === null ? 'ul' : 'ol';
      return (
        <List start={block.first ?? undefined}>
          {block.items.map((item, at) => (
            <li key={at}>{views(item)}</li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre>
          {block.lines.map(({ text, start }) => (
            <Fragment key={start}>
              {draw.text({ type: 'text', text, start, length: text.length })}
              {'\n'}
            </Fragment>
          ))}
        </pre>
      );
    case 'table':
      return <TableView block={block} draw={draw} />;
  }
}

function TableView({ block, draw }: { block: Extract<Block, { type: 'table' }>; draw: Drawer }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="answer-table" tabIndex={0} aria-label="Table in the answer">
      <table>
        {block.head.length > 0 && (
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th key={at} scope="col">
                  {draw.inline(cell)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column}>{draw.inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A part of an answer. */
export interface Piece {
  text: string;
  /** Where it begins in the answer. */
  start: number;
}

const LONGEST_PIECE = 60_000;

/** A long answer in pieces that each draw without a pause, cut at ends of lines where there are some. */
export function piecesOf(answer: string): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < answer.length; ) {
    let end = start + LONGEST_PIECE;
    if (end < answer.length) {
      const newline = answer.lastIndexOf('\n', end - 1);
      if (newline >= start + LONGEST_PIECE / 2) end = newline + 1;
    }
    pieces.push({ text: answer.slice(start, end), start });
    start = end;
  }
  return pieces;
}
