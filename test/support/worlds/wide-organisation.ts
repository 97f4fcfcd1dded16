import { newId } from '../../../src/base/ids.ts';
import { connect } from '../../../src/db/client.ts';
import type { TestApp, TestOrganisation } from '../server/app.ts';

/** How many of each an organisation of `wideOrganisation` has. */
export interface Width {
  runs: number;
  prompts: number;
  /** Each prompt is asked on all of them; default: ChatGPT alone. */
  platforms?: readonly string[];
  models: number;
  /** Competitors of its one brand; each run names about a third of them. */
  competitors: number;
}

/** Ids that grow with an expression, in the shape of ours. */
const id = (kind: string, at: string) => `'00000000-${kind}-7000-8000-' || lpad(to_hex(${at}), 12, '0')`;

/**
 * An organisation whose reports have as many rows as they can: its runs are spread over 28 days, prompts and models.
 * It is made below the API, which would take minutes.
 */
export async function wideOrganisation(
  app: TestApp,
  { runs, prompts, models, competitors, platforms = ['CHATGPT'] }: Width,
): Promise<TestOrganisation & { brandId: string }> {
  const org = await app.organisation();
  const brandId = newId();
  const asked = prompts * platforms.length;
  const platformAt = (place: string) =>
    `(array[${platforms.map((name) => `'${name}'`).join(', ')}])[1 + ${place} % ${platforms.length}]`;
  const textAt = (place: string) =>
    `'Which lamp is best for the room ' || 1 + ${place} / ${platforms.length} || '?'`;
  await app.app.services.db.tenant(org.id, async (tx) => {
    const made = `(select $1::text as org, at from generate_series(1, $2::integer) as at) as made`;
    const add = (table: string, columns: string, count: number, from = made) =>
      tx.unsafe(`insert into ${table} select ${columns} from ${from}`, [org.id, count]);
    await tx`set local statement_timeout = 0`;
    await tx`insert into brands (org_id, id, name) values (${org.id}, ${brandId}, 'Lumenfold')`;
    await add(
      'competitors (org_id, id, brand_id, name)',
      `org, ${id('000c', 'at')}, '${brandId}', 'Rival ' || at`,
      competitors,
    );
    await add(
      'queries (org_id, id, brand_id, platform, query_text)',
      `org, ${id('0001', 'at')}, '${brandId}', ${platformAt('(at - 1)')}, ${textAt('(at - 1)')}`,
      asked,
    );
    await add(
      `runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at, model, answer,
        content_hash, extraction_version, lexicon_version)`,
      `org, ${id('0002', 'at')}, ${id('0001', `1 + at % ${asked}`)}, '${brandId}', ${platformAt(`at % ${asked}`)},
        'wide ' || at, 'COMPLETED', ${textAt(`at % ${asked}`)},
        date_trunc('day', now()) - make_interval(days => 1 + at / ${asked} % 28, secs => at % 80000),
        'model-' || at / ${asked * 28} % ${models}, 'Lumenfold.', '\\x00', 1, 1`,
      runs,
    );
    await add(
      `observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet, extraction_version)`,
      `org, ${id('0002', 'at')}, '${brandId}', 'BRAND', at % 3 > 0, case when at % 3 > 0 then 1 + at % 5 end,
        case when at % 3 > 0 then at * 37 % 10000 end, 'Lumenfold.', 1`,
      runs,
    );
    await add(
      `observations (org_id, run_id, subject_id, kind, named, position, sentiment, extraction_version)`,
      `org, ${id('0002', 'at')}, ${id('000c', 'rival')}, 'COMPETITOR', true, 1 + rival % 7, at * 41 % 10000, 1`,
      runs,
      `${made} cross join generate_series(1 + at % 3, ${competitors}, 3) as rival`,
    );
    await add(
      'citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name)',
      `org, ${id('0002', 'at')}, 0, 'https://reviews' || at % 97 || '.example/' || at, 'A review',
        'reviews' || at % 97 || '.example', 'REVIEW', 'Reviews'`,
      runs,
    );
    await add(
      'mentions (org_id, id, run_id, brand_id, ordinal)',
      `org, ${id('0003', 'at')}, ${id('0002', 'at')}, '${brandId}', 0`,
      runs,
    );
    await tx`insert into changed_parts (org_id, part, month)
      select ${org.id}, 'brands', null::date union all
      select distinct ${org.id}, 'runs', date_trunc('month', executed_at at time zone 'UTC')::date from runs`;
  });
  // Without it Postgres does not know yet how many rows there are, and takes ways for few.
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1, statementTimeoutMs: 0 });
  await owner`analyze`;
  await owner.end();
  await app.snapshot();
  return { ...org, brandId };
}
