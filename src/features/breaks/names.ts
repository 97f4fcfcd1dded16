import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { onDays } from '../../db/page.ts';
import type { DateRange } from '../../reports/range.ts';
import { LEXICON_FIELDS } from '../brands/lexicon.ts';

type Break = components['schemas']['Break'];
type NameChange = components['schemas']['BreakNameChange'];

/** The most changes that a break lists; its description counts all. */
const MOST_LISTED = 20;

/** An entry of the audit log. */
interface Entry {
  day: string;
  action: 'updateBrand' | 'createCompetitor' | 'updateCompetitor' | 'deleteCompetitor' | 'putBrands';
  /** The fields that were sent, and further details of the entry. */
  details: Record<string, unknown>;
  /** The competitor's present name; null: it was deleted, or the entry is about something else. */
  name: string | null;
}

const CHANGE: Record<Entry['action'], Pick<NameChange, 'subject' | 'change'>> = {
  updateBrand: { subject: 'BRAND', change: 'CHANGED' },
  createCompetitor: { subject: 'COMPETITOR', change: 'ADDED' },
  updateCompetitor: { subject: 'COMPETITOR', change: 'CHANGED' },
  deleteCompetitor: { subject: 'COMPETITOR', change: 'REMOVED' },
  putBrands: { subject: 'BRANDS_FILE', change: 'CHANGED' },
};

/**
 * Days on which a brand's names or its competitors' names changed, from the audit log. The log records a brands file
 * only as a whole: it counts as a break of every brand that existed then.
 */
export async function nameBreaks(
  tx: Tx,
  orgId: OrgId,
  brand: { id: string; name: string; createdAt: Date },
  days: DateRange,
): Promise<Break[]> {
  // The actions are spelled out to match the index audit_log_of_names.
  const entries = await tx<Entry[]>`
    select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD') as day, a.action, a.details, c.name
    from audit_log a
    left join competitors c on a.target_type = 'competitor' and c.org_id = ${orgId} and c.id = a.target_id
    where a.org_id = ${orgId} and ${onDays(tx, tx`a.at`, days)}
      and a.action in ('updateBrand', 'createCompetitor', 'updateCompetitor', 'deleteCompetitor', 'putBrands')
      and case a.target_type
        when 'brand' then a.target_id = ${brand.id}
        when 'competitor' then coalesce(a.details ->> 'brandId', c.brand_id) = ${brand.id}
        else (a.details ->> 'changed')::integer > 0 and a.at >= ${brand.createdAt} end
    order by a.at, a.id`;
  const changes = entries.filter(isChange);
  return [...Map.groupBy(changes, ({ day }) => day)].map(([day, own]) => ({
    day,
    kind: 'names',
    platform: null,
    description:
      own.length === 1
        ? 'The names changed that answers are read for.'
        : `Names changed ${own.length} times.`,
    details: { changes: own.slice(0, MOST_LISTED).map((entry) => changeOf(entry, brand.name)) },
  }));
}

/** Whether an entry changed names; entries of earlier versions do not record it. */
function isChange({ action, details }: Entry): boolean {
  if (!action.startsWith('update')) return true;
  return details['namesChanged'] !== false && fieldsOf(details).length > 0;
}

function changeOf({ action, details, name }: Entry, brandName: string): NameChange {
  const { subject, change } = CHANGE[action];
  const sent = typeof details['name'] === 'string' ? details['name'] : null;
  return {
    subject,
    change,
    name: subject === 'BRANDS_FILE' ? null : (sent ?? (subject === 'BRAND' ? brandName : name)),
    fields: change === 'CHANGED' ? fieldsOf(details) : [],
  };
}

function fieldsOf(details: Record<string, unknown>): NameChange['fields'] {
  return LEXICON_FIELDS.filter((field) => details[field] !== undefined);
}
