import { isAsciiAlphanumeric, isLower, isSpace, isUpper } from './characters.ts';

const BLOCK_TAGS = new Set(
  (
    'address article aside blockquote br caption center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot ' +
    'th thead title tr ul'
  ).split(' '),
);

/** Tag names in mixed case are text; all capitals are a tag: `<BR>` is a tag, `<Time>` is not. */
const INLINE_TAGS = new Set(
  (
    'a abbr acronym area audio b base bdi bdo big blink body button canvas cite code col colgroup data datalist ' +
    'del dfn em embed font frame frameset head html i iframe img input ins kbd label legend link map mark marquee ' +
    'math menu meta meter nobr noframes noscript object optgroup output param picture progress q rb rp rt rtc ruby ' +
    's samp script search select slot small source span strike strong style sub sup svg template textarea time ' +
    'track tt u var video wbr ' +
    // Pictures and formulas.
    'circle defs ellipse g line path polygon polyline rect text tspan use mfrac mi mn mo mrow msqrt msub msup mtable ' +
    'mtd mtext mtr ' +
    // Tags that models write around parts of an answer.
    'answer antartifact argument artifact box citation citations divider quote reasoning ref reference references reflection response result sources ' +
    'think thinking thought xaiartifact'
  ).split(' '),
);
const PREFIXES = new Set('antml grok html m math o svg v w xai xhtml xml'.split(' '));
/** Tags whose content is not part of the answer. */
const HIDDEN = new Set(['grok-card', 'grok:render', 'script', 'style', 'xai:tool_usage_card']);
/** A sign of a model's own format: `<|im_end|>`. */
const TOKEN = /^<[|｜][\w/.▁-]{1,50}[|｜]>/;
const FLAGS =
  /^(?:\s+(?:allowfullscreen|async|autoplay|checked|controls|defer|disabled|hidden|loop|multiple|muted|nowrap|open|readonly|required|reversed|selected))+\s*$/i;
const QUOTED = /^\s+[\w:@.-]+\s*=\s*["'][\s\S]*["']\s*$/;

interface Tag {
  end: number;
  /** In lower case; '' for a comment. */
  name: string;
  isClosing: boolean;
  /** Whether it separates blocks. */
  block: boolean;
}

/** Finds HTML tags and comments of one text. It remembers earlier searches to stay linear. */
export class TagFinder {
  readonly #text: string;
  /** Characters that may still be read in vain, looking for the end of a tag with quoted attributes. */
  #patience: number;
  /** The last found offset of each mark. There is none between the offset of that search and this one. */
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
    this.#patience = 2 * text.length;
  }

  /** The tag, comment or closed script/style element at `start` (a "<"); null for a plain "<". */
  tagAt(start: number): Tag | null {
    const text = this.#text;
    const next = text.charCodeAt(start + 1);
    if (next === 124 /* | */ || next === 0xff5c /* ｜ */) {
      const end = start + (TOKEN.exec(text.slice(start, start + 60))?.[0].length ?? 0);
      return end === start ? null : { end, name: '', isClosing: false, block: false };
    }
    if (next === 33 /* ! */ || next === 63 /* ? */) {
      const isComment = text.startsWith('<!--', start);
      if (!isComment && !/<(?:!doctype |!\[cdata\[|\?\w)/iy.test(text.slice(start, start + 10))) return null;
      const end = isComment ? this.#after('-->', start + 4) : this.#tagEnd(start + 2);
      return end < 0 ? null : { end, name: '', isClosing: false, block: false };
    }
    let i = start + (next === 47 /* / */ ? 2 : 1);
    const nameStart = i;
    if (!isLower(text.charCodeAt(i)) && !isUpper(text.charCodeAt(i))) return null;
    while (isAsciiAlphanumeric(text.charCodeAt(i)) || '-:_'.includes(text[i] ?? ' ')) i++;
    if (text[i] !== '>' && text[i] !== '/' && !isSpace(text.charCodeAt(i))) return null;
    const spelling = text.slice(nameStart, i);
    const name = spelling.toLowerCase();
    const isKnown =
      isTagName(name) && (isLower(text.charCodeAt(nameStart)) || spelling === spelling.toUpperCase());
    if (!isKnown && !isSpace(text.charCodeAt(i))) return null;
    const end = this.#tagEnd(i);
    if (end < 0) return null;
    if (end > i + 1 && !isTagContent(text.slice(i, end - (text[end - 2] === '/' ? 2 : 1)), isKnown)) {
      this.#patience -= end - i;
      return null;
    }
    const isClosing = next === 47;
    if (!isClosing && HIDDEN.has(name)) {
      const closed = this.#after(`</${name}>`, end);
      if (closed >= 0) return { end: closed, name, isClosing, block: !name.startsWith('grok') };
    }
    return { end, name, isClosing, block: BLOCK_TAGS.has(name) };
  }

  /** The offset after the ">" of the tag around `from`; -1 if a "<" comes first, because then it is not a tag. */
  #tagEnd(from: number): number {
    const end = this.#patience > 0 ? this.#scanTag(from, true) : -1;
    return end >= 0 ? end : this.#scanTag(from, false);
  }

  #scanTag(from: number, honourQuotes: boolean): number {
    const text = this.#text;
    let quote = '';
    let i = from;
    for (; i < text.length; i++) {
      const character = text[i]!;
      if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === '>') return i + 1;
      else if (character === '<') break;
      else if (honourQuotes && text[i - 1] === '=' && (character === '"' || character === "'"))
        quote = character;
    }
    if (honourQuotes) this.#patience -= i - from;
    return -1;
  }

  /** The offset after the next `mark`, in any letter case; -1 if there is none. Call it with growing offsets. */
  #after(mark: string, from: number): number {
    let found = this.#found.get(mark);
    if (found === undefined || found < from) {
      const pattern = new RegExp(mark, 'gi');
      pattern.lastIndex = from;
      found = pattern.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
      this.#found.set(mark, found);
    }
    return found === Number.POSITIVE_INFINITY ? -1 : found + mark.length;
  }
}

function isTagName(name: string): boolean {
  if (BLOCK_TAGS.has(name) || INLINE_TAGS.has(name)) return true;
  const colon = name.indexOf(':');
  return colon > 0 && PREFIXES.has(name.slice(0, colon));
}

/** Whether the text after a name makes it a tag, instead of words in angle brackets. */
function isTagContent(content: string, isKnown: boolean): boolean {
  if (!isKnown) return QUOTED.test(content);
  return content.includes('=') || content.trim() === '' || FLAGS.test(content);
}
