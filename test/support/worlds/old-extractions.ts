import { derivedId } from '../../../src/base/ids.ts';
import type { Tx } from '../../../src/db/client.ts';
import { insertMentions, mentionsOf } from '../../../src/features/corrections/applying.ts';
import { noteRunsChanged } from '../../../src/snapshots/changes.ts';
import type { TestApp, TestOrganisation } from '../server/app.ts';

/** A row of observations as it is stored. */
export interface StoredObservation {
  runId: string;
  brandId: string;
  version: number;
  subjectId: string;
  kind: 'BRAND' | 'COMPETITOR';
  named: boolean;
  position: number | null;
  sentiment: number | null;
  reader: string | null;
  snippet: string | null;
}

/** Runs work as an organisation's own. */
export const sqlOf =
  ({ app }: TestApp, { id }: TestOrganisation) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.services.db.tenant(id, work);

/** All observations of an organisation, in order. */
export function observations(app: TestApp, org: TestOrganisation): Promise<StoredObservation[]> {
  return sqlOf(
    app,
    org,
  )(
    (tx) => tx<StoredObservation[]>`
      select o.run_id as "runId", r.brand_id as "brandId", r.extraction_version as version, o.subject_id as "subjectId",
             o.kind, o.named, o.position, o.sentiment, o.sentiment_reader as reader, o.snippet
      from observations o join runs r on r.org_id = o.org_id and r.id = o.run_id
      where o.org_id = ${org.id} order by o.run_id, o.subject_id`,
  );
}

/** Which transaction wrote each row that is kept of an organisation: a row that is written again has another. */
export async function written(app: TestApp, org: TestOrganisation): Promise<unknown> {
  const tables = [
    'runs',
    'observations',
    'citations',
    'mentions',
    'extractions',
    'audit_log',
    'organisations',
    'read_names',
    'queries',
  ];
  return sqlOf(
    app,
    org,
  )(async (tx) => {
    const found: Record<string, unknown> = {};
    for (const table of tables) {
      const column = table === 'organisations' ? tx`id` : tx`org_id`;
      found[table] = await tx`
        select count(*), md5(string_agg(concat(t.xmin, t.ctid), ' ' order by t.ctid)) as hash
        from ${tx(table)} t where ${column} = ${org.id}`;
    }
    return found;
  });
}

/** Makes all answers ones that version 1 read. */
export async function asOfVersion1(app: TestApp, org: TestOrganisation): Promise<void> {
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    await tx`update runs set extraction_version = 1, language = null where org_id = ${org.id}`;
    await tx`update observations set extraction_version = 1, sentiment_reader = null, named_as = null, naming_rule = null
      where org_id = ${org.id}`;
  });
}

/**
 * Makes the answers that only say that they do not know a name ones that version 4 read: the name is named first,
 * critically, the others after it, and the brand has mentions.
 */
export async function asOfVersion4(app: TestApp, org: TestOrganisation): Promise<void> {
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    const unknown = await tx<{ runId: string; brandId: string; day: string; urls: string[] }[]>`
      select r.id as "runId", r.brand_id as "brandId", to_char(r.executed_at at time zone 'UTC', 'YYYY-MM-DD') as day,
             coalesce((select array_agg(c.url order by c.ordinal) from citations c
                       where c.org_id = ${org.id} and c.run_id = r.id), '{}') as urls
      from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id
      where r.org_id = ${org.id} and o.unknown and o.subject_id = r.brand_id`;
    await tx`update observations o set position = position + 1 where o.org_id = ${org.id} and o.named
      and o.run_id in (select u.run_id from observations u where u.org_id = ${org.id} and u.unknown)`;
    await tx`update observations set named = true, unknown = false, position = 1, sentiment = 2500,
        sentiment_reader = 'LEXICON', snippet = 'I am not familiar with it.'
      where org_id = ${org.id} and unknown`;
    await tx`update runs set extraction_version = 4 where org_id = ${org.id}`;
    await tx`update observations set extraction_version = 4 where org_id = ${org.id}`;
    const mentions = unknown.flatMap(({ runId, brandId, urls }) =>
      mentionsOf(
        runId,
        brandId,
        urls.map((url) => ({ url, pageUrl: url })),
      ),
    );
    await insertMentions(tx, org.id, mentions);
    await noteRunsChanged(
      tx,
      org.id,
      unknown.map(({ day }) => day),
    );
  });
}

/** Makes all citations and mentions ones of the version that counted sources by their addresses as received. */
export async function asOfAddresses(app: TestApp, org: TestOrganisation): Promise<void> {
  await sqlOf(
    app,
    org,
  )(async (tx) => {
    const cited = await tx<
      { runId: string; brandId: string; ordinal: number; url: string; isNamed: boolean }[]
    >`
      select c.run_id as "runId", r.brand_id as "brandId", c.ordinal, c.url, o.named as "isNamed"
      from citations c join runs r on r.id = c.run_id
      join observations o on o.run_id = r.id and o.subject_id = r.brand_id`;
    for (const { runId, brandId, ordinal, url, isNamed } of cited) {
      const domain = new URL(url).hostname.replace(/^www\./, '');
      await tx`update citations set page_url = null, is_page = true, domain = ${domain}
        where run_id = ${runId} and ordinal = ${ordinal}`;
      if (!isNamed) continue;
      await tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
        values (${org.id}, ${derivedId(runId, brandId, url)}, ${runId}, ${brandId}, ${ordinal})
        on conflict (org_id, id) do nothing`;
    }
    await tx`delete from page_passes`;
    await tx`delete from page_readings`;
    await tx`update organisations set page_version = 0 where id = ${org.id}`;
  });
}
