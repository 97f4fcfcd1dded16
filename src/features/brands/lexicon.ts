import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { caseSensitiveByDefault } from '../../extraction/names/case-sensitivity.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { Plan } from '../quotas/quotas.ts';
import { eachOnce, siteKey, type WebsitesInput, websitesOf } from './websites.ts';

/** All brands and competitors that answers are searched for. Every change raises the version. */
export interface OrganisationLexicon {
  version: number;
  plan: Plan;
  brands: LexiconBrand[];
  /** Identifies unsaved changes in this lexicon, if any. */
  draft?: string;
}

export interface LexiconSubject extends LexiconRow {
  id: string;
}

export interface LexiconBrand extends LexiconSubject {
  competitors: LexiconSubject[];
}

/** The stored lexicon entry of a brand or a competitor: what finds it in an answer and its citations. */
export interface LexiconRow {
  name: string;
  websites: string[];
  aliases: string[];
  /** The names and aliases that match only in exactly this case. */
  caseSensitive: string[];
  /** Phrases that contain one of its names without naming it. */
  ignoredPhrases: string[];
  /** Whether its name also counts inside a longer known name. */
  countInsideLongerNames: boolean;
}

/** The lexicon entry of a brand or a competitor as a client sends it. */
export interface LexiconInput extends WebsitesInput {
  name: string;
  aliases?: string[];
  /** Default: the names that `caseSensitiveByDefault` picks. */
  caseSensitive?: string[];
  ignoredPhrases?: string[];
  countInsideLongerNames?: boolean;
}

/** The columns of a LexiconRow. */
export const LEXICON_COLUMNS =
  'name, websites, aliases, case_sensitive, ignored_phrases, count_inside_longer_names';

/** The select list of a LexiconRow. */
const lexiconColumns = (tx: Tx) => tx`
  name, websites, aliases, case_sensitive as "caseSensitive", ignored_phrases as "ignoredPhrases",
  count_inside_longer_names as "countInsideLongerNames"`;

/** The lexicon of an organisation; null: no such organisation. */
export async function loadLexicon(tx: Tx, orgId: OrgId): Promise<OrganisationLexicon | null> {
  const [organisation] = await tx<{ version: number; plan: Plan }[]>`
    select lexicon_version as version, plan from organisations where id = ${orgId} and deleted_at is null`;
  if (!organisation) return null;
  const brands = await tx<LexiconSubject[]>`
    select id, ${lexiconColumns(tx)} from brands where org_id = ${orgId} order by id`;
  const competitors = await tx<(LexiconSubject & { brandId: string })[]>`
    select id, brand_id as "brandId", ${lexiconColumns(tx)} from competitors where org_id = ${orgId} order by id`;
  const sites = new Map(
    brands.flatMap(({ websites }) => websites.map((one): [string, string[]] => [siteKey(one), websites])),
  );
  // A competitor with a website of another brand of the organisation is that brand, and has all its websites.
  const whole = await mapInSlices(competitors, ({ websites, ...competitor }) => ({
    ...competitor,
    websites: eachOnce([...websites, ...websites.flatMap((one) => sites.get(siteKey(one)) ?? [])]),
  }));
  const byBrand = Map.groupBy(whole, (competitor) => competitor.brandId);
  return {
    ...organisation,
    brands: brands.map((brand) => ({
      ...brand,
      competitors: (byBrand.get(brand.id) ?? []).map(({ brandId: _, ...competitor }) => competitor),
    })),
  };
}

/** Raises the version of the lexicon: stored answers are extracted again, and the next snapshot has the change. */
export async function lexiconChanged(tx: Tx, orgId: OrgId): Promise<void> {
  await tx`update organisations set lexicon_version = lexicon_version + 1 where id = ${orgId}`;
  await noteBrandsChanged(tx, orgId);
  // A domain that was set to be somebody's site, and is none of their websites any more.
  await tx`delete from domain_types t
    where org_id = ${orgId} and source_type is null and not exists (
      select from (select id, websites from brands where org_id = ${orgId}
                   union all select id, websites from competitors where org_id = ${orgId}) s, unnest(s.websites) website
      where s.id = coalesce(t.brand_id, t.competitor_id)
        and substring(website from '^https?://(?:www[.])?([^/:?#]+)') = t.domain)`;
}

/**
 * The lexicon entry to store for a brand or competitor that is given as a whole.
 * @param known the entry to replace: a file cannot contain some fields of the API, so leaving them out keeps them
 * @throws AppError validation_error for an ignored phrase that is its name
 */
export function newLexicon(input: LexiconInput, known?: LexiconRow): LexiconRow {
  const { name, aliases = [], caseSensitive, ignoredPhrases, countInsideLongerNames } = trimmed(input);
  return withoutOwnName({
    name,
    websites: websitesOf(input, known?.websites),
    aliases,
    caseSensitive: caseSensitive ?? caseSensitiveByDefault([name, ...aliases]),
    ignoredPhrases: ignoredPhrases ?? known?.ignoredPhrases ?? [],
    countInsideLongerNames: countInsideLongerNames ?? known?.countInsideLongerNames ?? false,
  });
}

/** @param path the prefix of the field in the message */
function withoutOwnName(row: LexiconRow, path = ''): LexiconRow {
  const own = foldName(row.name);
  const field = `${path}ignoredPhrases`;
  if (row.ignoredPhrases.some((phrase) => foldName(phrase) === own))
    throw invalidField(
      field,
      `${field} must not hold the name itself, which nothing would be named by then: take it out, or give a longer phrase that holds it.`,
    );
  return row;
}

/** The input with trimmed names and phrases, without empty and repeated ones. */
function trimmed<Input extends Partial<LexiconInput>>(input: Input): Input {
  const distinct = (names: string[]) => [...new Set(names.map((name) => name.trim()))].filter(Boolean);
  const { name, aliases, caseSensitive, ignoredPhrases } = input;
  return {
    ...input,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(aliases === undefined ? {} : { aliases: distinct(aliases) }),
    ...(caseSensitive === undefined ? {} : { caseSensitive: distinct(caseSensitive) }),
    ...(ignoredPhrases === undefined ? {} : { ignoredPhrases: distinct(ignoredPhrases) }),
  };
}

/**
 * A stored lexicon entry with changes; added names get the default case sensitivity, others keep theirs.
 * @param path the prefix of fields in messages
 * @throws AppError validation_error for an ignored phrase that is its name
 */
export function changedLexicon(known: LexiconRow, changed: Partial<LexiconInput>, path?: string): LexiconRow {
  const changes = trimmed(changed);
  const name = changes.name ?? known.name;
  const aliases = changes.aliases ?? known.aliases;
  const before = [known.name, ...known.aliases];
  const all = [name, ...aliases];
  const remaining = all.filter((entry) => known.caseSensitive.includes(entry));
  const added = caseSensitiveByDefault(all.filter((entry) => !before.includes(entry)));
  const row = {
    name,
    websites: websitesOf(changes, known.websites),
    aliases,
    caseSensitive: changes.caseSensitive ?? [...remaining, ...added],
    ignoredPhrases: changes.ignoredPhrases ?? known.ignoredPhrases,
    countInsideLongerNames: changes.countInsideLongerNames ?? known.countInsideLongerNames,
  };
  return withoutOwnName(row, path);
}

/** The fields of a lexicon entry. */
export const LEXICON_FIELDS = [
  'name',
  'aliases',
  'website',
  'websites',
  'caseSensitive',
  'ignoredPhrases',
  'countInsideLongerNames',
] as const;

/** A further field for the audit log if a request sent names without changing them. */
export function noteSameNames(changes: Partial<LexiconInput>, isChanged: boolean): { namesChanged?: false } {
  const areSent = LEXICON_FIELDS.some((field) => changes[field] !== undefined);
  return areSent && !isChanged ? { namesChanged: false } : {};
}

/** Whether two lexicon entries are equal. */
export function isSameLexicon(a: LexiconRow, b: LexiconRow): boolean {
  const stored = LEXICON_FIELDS.filter((field) => field !== 'website');
  return stored.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
}
