import { isAsciiAlphanumeric, isLower, isSpace } from '../text/characters.ts';

/** Top-level domains that make "sony.com" an address; others ("node.js", "quality.fender") do not. */
const TOP_LEVEL = new Set(
  (
    'com org net edu gov mil int info biz io ai co app dev me tv us uk ca au nz ie de at ch fr es it nl be pt se ' +
    'no dk fi pl cz hu ro gr eu ru ua tr il in jp cn kr tw hk sg my th vn id ph br mx ar cl za ae sa ly gg fm ' +
    'cc so to is ee lt lv sk si hr bg lu ma ng ke eg tech shop store online site website cloud xyz pro mobi ' +
    'health media news blog agency studio design digital global group live life world today space games video ' +
    'page link google travel fit bike coffee audio example test'
  ).split(' '),
);

/** The form in prose of a name that is a whole address: "Monday" for monday.com; null for other names. */
export function domainLabel(name: string): string | null {
  if (!name.includes('.')) return null;
  const [label = '', ...suffix] = name.split('.');
  const isAddress = suffix.length > 0 && suffix.every((part) => TOP_LEVEL.has(part.toLowerCase()));
  return isAddress && /^(?=.*[a-z])[a-z\d-]{3,}$/i.test(label) ? label : null;
}

const MAX_HOST = 253;
const PATH_STOPS = '<>"\'|()[]{},;';

/**
 * The addresses in cleaned text, inside which a name is not a naming: bare domains with their path, and e-mail
 * addresses. A dot makes a domain only before a well-known top-level domain in lower case, because answers join
 * sentences without a space ("a fair price.Epiphone").
 *
 * @returns the offsets [start, end, start, end, …], ascending and disjoint
 */
export function domainSpans(text: string): number[] {
  const spans: number[] = [];
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    const lastEnd = spans.at(-1) ?? 0;
    if (dot < lastEnd || dot === 0 || !isAsciiAlphanumeric(text.charCodeAt(dot - 1))) continue;
    let end = dot + 1;
    while (isLower(text.charCodeAt(end)) && end - dot <= 10) end++;
    if (end - dot <= 2 || !TOP_LEVEL.has(text.slice(dot + 1, end)) || continuesHost(text, end)) continue;
    if (dot === lastEnd) {
      spans[spans.length - 1] = pathEnd(text, end); // .co + .uk
      continue;
    }
    let start = dot;
    const limit = Math.max(lastEnd, dot - MAX_HOST);
    while (start > limit && isHostCharacter(text.charCodeAt(start - 1))) start--;
    spans.push(start, pathEnd(text, end));
  }
  return spans;
}

/** A character of a host, or of the local part of an e-mail address. */
function isHostCharacter(unit: number): boolean {
  return isAsciiAlphanumeric(unit) || '.-_@+%'.includes(String.fromCharCode(unit));
}

function continuesHost(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 45 /* - */) return isAsciiAlphanumeric(text.charCodeAt(at + 1));
  return isAsciiAlphanumeric(unit) || unit === 95 /* _ */;
}

function pathEnd(text: string, hostEnd: number): number {
  let end = hostEnd;
  if (!'/?#:'.includes(text[end] ?? ' ') || !isAsciiAlphanumeric(text.charCodeAt(end + 1))) return end;
  if (text[end] === ':' && !/\d/.test(text[end + 1]!)) return end; // "Amazon.com:Sony" has no port
  while (end < text.length && !isSpace(text.charCodeAt(end)) && !PATH_STOPS.includes(text[end]!)) end++;
  return end;
}
