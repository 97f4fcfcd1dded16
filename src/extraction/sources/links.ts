/** The links of an answer's text, which are its citations where the run brings none. */
import { decodeHTMLStrict } from 'entities';
import { CodeSpans, linkTargetEnd, urlEnd } from '../text/markup.ts';
import { TagFinder } from '../text/tags.ts';
import { addressOf } from './page.ts';

/** Links read in one text, repeats included, and characters of a label: they limit the work of hostile texts. */
const MOST_READ = 5_000;
const LONGEST_LABEL = 300;

/** Signs that begin or end a link, or hide one: the marks of code, brackets, tags and addresses. */
const MARK = /^[ \t>]*(?:`{3,}|~{3,})|`+|!?\[|\]|<|\bhttps?:\/\/|\bwww\./gim;
const DEFINITION = /^[ \t>]*\[([^\]\n]{1,200})\]:[ \t]*<?((?:https?:\/\/|www\.)[^\s<>]+)/gim;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** Private-use signs, which end an address in ChatGPT's marks. */
const SIGN = /[\ue000-\uf8ff]/;
const CODE_TAGS = ['code', 'pre', 'kbd', 'samp'];

/**
 * The addresses of a text's links: targets of Markdown links and of `<a>`, footnotes, and addresses with a scheme or
 * `www.`. Images, code, hidden elements and bare domains are none. Linear in the length of the text.
 * @param text Markdown with HTML fragments
 * @returns in order of first appearance; an address that is repeated is there again
 */
export function linksIn(text: string): { url: string; title: string | null }[] {
  const found: { url: string; title: string | null }[] = [];
  const brackets: { start: number; isImage: boolean; found: number }[] = [];
  const [spans, tags, absent] = [new CodeSpans(text), new TagFinder(text), new Set<string>()];
  const definitions = new Map<string, string>();
  for (const [, label = '', target = ''] of text.matchAll(DEFINITION)) definitions.set(keyOf(label), target);
  let read = 0;
  const add = (target: string, label = '') => {
    read += 1;
    const decoded = decodeHTMLStrict(target).trim();
    // A target without either is a file or an anchor on the page.
    const url = /^(?:https?:\/\/|www\.)/i.test(decoded) ? addressOf(decoded) : null;
    if (url !== null) found.push({ url, title: titleOf(label, url) });
  };
  /** The offset after the next occurrence of a pattern; undefined: there is none. Call it with growing offsets. */
  const after = (pattern: string, from: number) => {
    if (absent.has(pattern)) return undefined;
    const next = new RegExp(pattern, 'gim');
    next.lastIndex = from;
    if (next.test(text)) return next.lastIndex;
    absent.add(pattern);
    return undefined;
  };
  const code = (marks: string, at: number) => {
    const end = at + marks.length;
    const isBlock = /[`~]{3}$/.test(marks) && (at === 0 || text[at - 1] === '\n');
    if (isBlock) return after(`^[ \t>]*${marks.slice(-3)}.*`, end) ?? text.length;
    const close = spans.closing(at, marks.length);
    return close < 0 ? end : close + marks.length;
  };
  /** `]`: the end of a link's text if a target or a defined label follows. */
  const close = (at: number) => {
    const bracket = brackets.pop();
    if (bracket === undefined) return at + 1;
    const label = at - bracket.start > LONGEST_LABEL ? '' : text.slice(bracket.start, at);
    let end = linkTargetEnd(text, at + 1);
    // In brackets, the address stands before a blank and a title.
    let target =
      end < 0
        ? undefined
        : text
            .slice(at + 2, end - 1)
            .trimStart()
            .split(/[\s>]/, 1)[0]
            ?.replace('<', '');
    if (end < 0) {
      const [second = '', other = ''] = /^\[([^\]\n]{0,200})\]/.exec(text.slice(at + 1, at + 203)) ?? [];
      // "[1][2]" are two footnotes, "[Best lamps][2]" is one link.
      const isOwn = definitions.has(keyOf(label));
      target = definitions.get(keyOf(isOwn ? label : other));
      end = at + 1 + (isOwn ? 0 : second.length);
    }
    if (target === undefined) return at + 1;
    // An address that is the text of a link is no link of its own.
    found.splice(bracket.found);
    if (!bracket.isImage) add(target, label);
    return end;
  };
  const tag = (at: number) => {
    const { name = '', end = at + 1, isClosing = true } = tags.tagAt(at) ?? {};
    if (isClosing) return end;
    if (CODE_TAGS.includes(name)) return after(`</${name}`, end) ?? end;
    const [, ...quoted] = name === 'a' ? (HREF.exec(text.slice(at, end)) ?? []) : [];
    const href = quoted.find((each) => each !== undefined);
    if (href === undefined) return end;
    const [label, ...rest] = text.slice(end, end + LONGEST_LABEL).split(/<\/a\b/i, 2);
    add(href, rest.length > 0 ? label : '');
    return rest.length > 0 ? end + label!.length : end;
  };
  const next = (mark: string, at: number) => {
    if (mark.endsWith('[')) {
      if (text[at - 1] !== '\\')
        brackets.push({ start: at + mark.length, isImage: mark[0] === '!', found: found.length });
      return at + mark.length;
    }
    if (mark === ']') return close(at);
    if (mark === '<') return tag(at);
    if (/[`~]$/.test(mark)) return code(mark, at);
    const [address = ''] = text.slice(at, urlEnd(text, at)).split(SIGN, 1);
    add(address);
    return at + address.length;
  };
  const marks = new RegExp(MARK);
  for (let mark = marks.exec(text); mark !== null && read < MOST_READ; mark = marks.exec(text))
    marks.lastIndex = Math.max(next(mark[0], mark.index), marks.lastIndex);
  return found;
}

const keyOf = (label: string) => label.trim().toLowerCase();

/** A link's text as a title; null where it is a number, or the address itself. */
function titleOf(label: string, url: string): string | null {
  const text = decodeHTMLStrict(label.replace(/!\[[^\]]*\]\([^)]*\)|<[^>]*>/g, ' '))
    .replace(/\*+|`+|^[\s_]+|[\s_]+$/g, '')
    .replace(/\s+/g, ' ');
  const isAddress = text.includes('.') && url.toLowerCase().includes(text.toLowerCase());
  return !/\p{L}/u.test(text) || isAddress || addressOf(text) !== null ? null : text.toWellFormed();
}
