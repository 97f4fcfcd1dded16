// The three reports by Fastify on Postgres. Before it listens it loads the files of FOLDER into the empty database of
// DATABASE_URL.
import { createReadStream, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import postgres from 'postgres';
import { SENTIMENT_BANDS } from '../../../src/base/definitions.ts';
import {
  BODY,
  type Body,
  type Change,
  endWithParent,
  organisationOf,
  type Report,
  type Wanted,
  wantedOf,
} from './request.ts';
import { type BrandSums, brandPage } from './rows.ts';

const { DATABASE_URL = '', FOLDER = '' } = process.env;
const CONNECTIONS = 10;

const sql = postgres(DATABASE_URL, {
  max: CONNECTIONS,
  onnotice: () => {},
  // A plan for any range sorts all mentions of the range.
  connection: { plan_cache_mode: 'force_custom_plan' },
});
const { positiveFrom, negativeTo } = SENTIMENT_BANDS;
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

const REPORTS: Record<Report, (wanted: Wanted) => Promise<string>> = {
  async brands({ org, start, end, limit }) {
    const sums = await sql<BrandSums[]>`
      select b.id, b.name, coalesce(sum(runs), 0)::integer as runs, coalesce(sum(named), 0)::integer as named,
             coalesce(sum(sentiment_sum), 0)::float8 as "sentimentSum",
             coalesce(sum(sentiment_count), 0)::integer as "sentimentCount",
             coalesce(sum(position_sum), 0)::float8 as "positionSum",
             coalesce(sum(position_count), 0)::integer as "positionCount"
      from brands b
      left join brand_days d on d.org_id = b.org_id and d.brand_id = b.id and d.day between ${start} and ${end}
      where b.org_id = ${org}
      group by b.id, b.name`;
    return JSON.stringify(brandPage(sums, limit));
  },
  // A probe of the index a query. Postgres makes the JSON of pages: the driver then reads one text.
  queries: ({ org, start, end, limit }) =>
    jsonOf(sql<{ body: string }[]>`
    with page as (
      select q.id, q.query_text, q.platform, q.brand_id, l.*, count(*) over () as total
      from queries q
      cross join lateral (
        select r.id as run_id, r.executed_at, r.named, r.position, r.sentiment, r.sentiment_reader
        from runs r
        where r.org_id = q.org_id and r.query_id = q.id
          and r.executed_at >= ${start}::date and r.executed_at < ${end}::date + 1
        order by r.executed_at desc, r.id desc
        limit 1
      ) l
      where q.org_id = ${org}
      order by l.executed_at desc, q.id
      limit ${limit}
    )
    select json_build_object(
      'data', coalesce(json_agg(json_build_object(
        'query', json_build_object('id', p.id, 'queryText', p.query_text, 'platform', p.platform),
        'brand', json_build_object('id', b.id, 'name', b.name),
        'executedAt', to_char(p.executed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'latestResult', json_build_object(
          'runId', p.run_id, 'brandMentioned', p.named = 1,
          'visibilityScore', case when p.named = 1 then greatest(100 - 15 * (p.position - 1), 10) else 0 end,
          'position', p.position, 'sentimentScore', p.sentiment::float8 / 100,
          'sentimentReader', p.sentiment_reader)) order by p.executed_at desc, p.id), '[]'),
      'total', coalesce(max(total), 0))::text as body
    from page p join brands b on b.org_id = ${org} and b.id = p.brand_id`),
  // A walk through the index in the order of the page.
  mentions: ({ org, start, end, limit }) =>
    jsonOf(sql<{ body: string }[]>`
    with page as (
      select *
      from mentions
      where org_id = ${org} and discovered_at >= ${start}::date and discovered_at < ${end}::date + 1
      order by discovered_at desc, id
      limit ${limit}
    )
    select json_build_object(
      'data', coalesce(json_agg(json_build_object(
        'id', p.id, 'brand', json_build_object('id', b.id, 'name', b.name),
        'sourceType', p.source_type, 'sourceName', p.source_name, 'sourceUrl', p.source_url,
        'pageUrl', p.page_url, 'title', p.title, 'snippet', p.snippet, 'platform', p.platform,
        'sentiment', case when p.sentiment >= ${positiveFrom}::int then 'POSITIVE'
                          when p.sentiment <= ${negativeTo}::int then 'NEGATIVE'
                          when p.sentiment is not null then 'NEUTRAL' end,
        'sentimentScore', p.sentiment::float8 / 100, 'sentimentReader', p.sentiment_reader,
        'discoveredAt', to_char(p.discovered_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'query', json_build_object('id', p.query_id, 'queryText', p.query_text, 'platform', p.platform))
        order by p.discovered_at desc, p.id), '[]'),
      'total', (select coalesce(sum(mentions), 0)::bigint from mention_days
                where org_id = ${org} and day between ${start} and ${end}))::text as body
    from page p join brands b on b.org_id = ${org} and b.id = p.brand_id`),
};

async function jsonOf(rows: Promise<{ body: string }[]>): Promise<string> {
  return (await rows)[0]!.body;
}

await load();
const app = Fastify();
app.addHook('onRequest', (request, reply, done) => {
  if (request.url === '/change' || organisationOf(request.headers['x-api-key'])) done();
  else reply.code(401).send({ error: 'A valid API key is required.' });
});
for (const [report, answer] of Object.entries(REPORTS))
  app.post<{ Body: Body }>(
    `/api/customer/v1/reports/${report}`,
    { schema: { body: BODY } },
    async ({ headers, body }, reply) => {
      const text = await answer(wantedOf(organisationOf(headers['x-api-key'])!, body));
      return reply.type('application/json').send(text);
    },
  );
app.post<{ Body: Change }>('/change', async ({ body: { run, mentions } }) => {
  await sql.begin(async (tx) => {
    await tx`insert into runs ${tx(run)}`;
    if (mentions.length > 0) await tx`insert into mentions ${tx(mentions)}`;
  });
  return {};
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
endWithParent();

async function load(): Promise<void> {
  await sql.unsafe(textOf('postgres-tables.sql'));
  for (const table of ['brands', 'queries', 'runs', 'mentions'])
    await pipeline(
      createReadStream(join(FOLDER, `${table}.csv`)),
      await sql.unsafe(`copy ${table} from stdin (format csv)`).writable(),
    );
  await sql.unsafe(textOf('postgres-kept.sql'));
  await sql.unsafe('vacuum analyze');
}
