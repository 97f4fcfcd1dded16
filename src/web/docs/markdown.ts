import { Marked, type Token, type Tokens } from 'marked';

/** A guide as HTML. */
export interface RenderedMarkdown {
  /** The first heading, as plain text. */
  title: string;
  html: string;
}

/**
 * Renders Markdown as HTML: headings get the anchors of Git hosts, and HTML in the text is escaped. Guides are our own,
 * so a full Markdown parser is safe. Answers are untrusted: their reader (extraction/text/clean.ts) handles any text in
 * linear time, drops markup and tracks the position of each word.
 * @param linkTo where a link leads on the pages; null: nowhere, and only its text is shown
 * @param codeLink where a piece of code leads, such as the name of an operation
 */
export function renderMarkdown(
  markdown: string,
  linkTo: (href: string) => string | null,
  codeLink: (code: string) => string | undefined,
): RenderedMarkdown {
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const id = uniqueSlug(plainText(tokens), slugs);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // A focusable region that the keyboard can scroll: long lines do not widen the page.
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table(token) {
        const rows = token.rows.map((row) =>
          this.tablerow({ text: row.map((cell) => this.tablecell(cell)).join('') }),
        );
        const head = this.tablerow({ text: token.header.map((cell) => this.tablecell(cell)).join('') });
        return `<div class="docs-table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      tablecell({ tokens, header }) {
        const text = this.parser.parseInline(tokens);
        // The empty corner cell is no header.
        if (header) return text === '' ? '<td></td>' : `<th scope="col">${text}</th>`;
        return `<td>${text}</td>`;
      },
      codespan({ text }) {
        const href = codeLink(text);
        const code = `<code>${escapeHtml(text)}</code>`;
        return href === undefined ? code : `<a href="${escapeHtml(href)}">${code}</a>`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = linkTo(href);
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const first = tokens.find((token) => token.type === 'heading');
  if (first === undefined) throw new Error('A guide begins with a heading, which is its title.');
  return { title: plainText((first as Tokens.Heading).tokens), html: marked.parser(tokens) };
}

/** Text escaped for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');
}

/** The anchor of a heading: its letters and digits, blanks as hyphens; a repeated one gets -1. */
function uniqueSlug(text: string, taken: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const times = taken.get(slug) ?? 0;
  taken.set(slug, times + 1);
  return times === 0 ? slug : `${slug}-${times}`;
}
