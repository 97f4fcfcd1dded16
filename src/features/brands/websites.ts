import { getDomain } from 'tldts';
import { invalidField } from '../../base/errors.ts';
import { siteOf } from '../../extraction/sources/sources.ts';

/** The most websites of a brand or competitor. */
const MOST_WEBSITES = 20;

/** The websites of a brand or competitor as a client sends them. */
export interface WebsitesInput {
  website?: string | null;
  websites?: string[] | null;
}

/**
 * The websites to store, the main one first, each once.
 * @param known those that are stored: `website` alone replaces the first of them and keeps the others
 * @throws AppError validation_error for a text that is no website, too many, and two fields that differ
 */
export function websitesOf({ website, websites }: WebsitesInput, known: readonly string[] = []): string[] {
  if (websites === undefined && website === undefined) return [...known];
  const first = website == null ? [] : [websiteOf(website, 'website')];
  if (websites === undefined) return first.length === 0 ? [] : eachOnce([...first, ...known.slice(1)]);
  const all = eachOnce((websites ?? []).map((one, at) => websiteOf(one, `websites[${at}]`)));
  if (all.length > MOST_WEBSITES)
    throw invalidField('websites', `websites must have ${MOST_WEBSITES} entries at most.`);
  if (website !== undefined && siteKey(first[0] ?? '') !== siteKey(all[0] ?? ''))
    throw invalidField('website', 'website must be the first of websites, or be left out.');
  return all;
}

/** Equal for websites that stand for one site: one host, and where many have pages of theirs one page. */
export function siteKey(website: string): string {
  return JSON.stringify(siteOf(website));
}

/**
 * A website as it is stored: https where no scheme is given, the host in lower case and as DNS has it.
 * @param field the field that it is sent in, for the message
 * @throws AppError validation_error if the text is no address of a site under a registered domain
 */
function websiteOf(text: unknown, field: string): string {
  const address = typeof text === 'string' ? text.trim() : '';
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address);
  const url = URL.parse(hasScheme ? address : `https://${address}`);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}` === '';
  if (!isWeb || getDomain(url.hostname) === null)
    throw invalidField(
      field,
      `${field} must be a website, such as acme.com or https://acme.com/shop: http or https, under a registered domain, and no email address.`,
    );
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && !address.endsWith('/');
  return isBare ? url.href.slice(0, -1) : url.href;
}

/** The websites without those that stand for the site of an earlier one. */
export function eachOnce(websites: string[]): string[] {
  return [...Map.groupBy(websites, siteKey).values()].flatMap(([first]) => first ?? []);
}
