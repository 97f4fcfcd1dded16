// The three reports by DuckDB behind node:http. Before it listens it makes the file DATABASE of the files of FOLDER.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { Ajv } from 'ajv';
import {
  BODY,
  type Body,
  bodyOf,
  type Change,
  endWithParent,
  organisationOf,
  PATH,
  type Report,
  type Row,
  type Wanted,
  wantedOf,
} from './request.ts';
import { brandPage, type Latest, latestRow, type Mention, mentionRow } from './rows.ts';

const { DATABASE = '', FOLDER = '' } = process.env;
/** As many as there are threads that statements run on (libuv). */
const CONNECTIONS = 4;

// With two threads a statement takes a fifth to twice as much processor, and several run at once anyway.
const instance = await DuckDBInstance.create(DATABASE, { threads: '1' });
const isBody = new Ajv().compile<Body>(BODY);

/**
 * Short statements, of which an answer is made here: DuckDB plans each anew. One statement that makes the JSON of the
 * brands takes 3.4 ms of processor, these two 1.4. Names in capitals are filled in.
 */
const NAMES = 'select id, name from brands where org_id = ORG';
const SUMS = `
  select brand_id, sum(runs)::integer, sum(named)::integer, sum(sentiment_sum)::double, sum(sentiment_count)::integer,
         sum(position_sum)::double, sum(position_count)::integer
  from brand_days where org_id = ORG and day between FIRST and LAST group by brand_id`;
// The latest times first, then the rows of the page alone; the higher id wins a tie.
const LATEST = `
  with latest as (
    select query_id, max(executed_at) as executed_at
    from runs
    where org_id = ORG and executed_at >= FIRST and executed_at < LAST + 1
    group by query_id
  ), page as (
    select *, (select count(*)::integer from latest) as total
    from latest order by executed_at desc, query_id limit LIMIT
  )
  select r.query_id as "queryId", query_text as "queryText", platform, brand_id as "brandId",
         strftime(r.executed_at, '%Y-%m-%dT%H:%M:%S.%gZ') as "executedAt", id as "runId", named, position, sentiment,
         sentiment_reader as "sentimentReader", total
  from page p
  join runs r on r.org_id = ORG and r.query_id = p.query_id and r.executed_at = p.executed_at
  order by r.executed_at desc, r.query_id, id desc`;
const MENTIONS = `
  select id, brand_id as "brandId", source_type as "sourceType", source_name as "sourceName",
         source_url as "sourceUrl", page_url as "pageUrl", title, snippet, platform, sentiment,
         sentiment_reader as "sentimentReader",
         strftime(discovered_at, '%Y-%m-%dT%H:%M:%S.%gZ') as "discoveredAt", query_id as "queryId",
         query_text as "queryText"
  from mentions
  where org_id = ORG and discovered_at >= FIRST and discovered_at < LAST + 1
  order by discovered_at desc, id
  limit LIMIT`;
const MENTION_COUNT = `
  select coalesce(sum(mentions), 0)::integer as total
  from mention_days where org_id = ORG and day between FIRST and LAST`;

const free: DuckDBConnection[] = [];
/** Requests that wait for a connection. */
const waiting: ((connection: DuckDBConnection) => void)[] = [];

await load();
const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error) => {
    outgoing.writeHead(500).end(JSON.stringify({ error: String(error) }));
  });
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
endWithParent();

async function load(): Promise<void> {
  const connection = await instance.connect();
  const sql = readFileSync(new URL('duckdb.sql', import.meta.url), 'utf8');
  await connection.run(sql.replaceAll('$FOLDER', FOLDER));
  connection.closeSync();
  for (let at = 0; at < CONNECTIONS; at += 1) free.push(await instance.connect());
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const [, report] = PATH.exec(incoming.url ?? '') ?? [];
  const org = organisationOf(incoming.headers['x-api-key']);
  const body = await bodyOf(incoming);
  let text = '{}';
  if (incoming.url === '/change') await withConnection((connection) => change(connection, body as Change));
  else if (org === undefined || report === undefined || !isBody(body))
    return void outgoing.writeHead(400).end();
  else text = await withConnection((connection) => ask(connection, report as Report, wantedOf(org, body)));
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
  outgoing.end(text);
}

async function withConnection<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const connection = free.pop() ?? (await new Promise<DuckDBConnection>((done) => waiting.push(done)));
  try {
    return await work(connection);
  } finally {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  }
}

async function ask(connection: DuckDBConnection, report: Report, wanted: Wanted): Promise<string> {
  return JSON.stringify(await ANSWERS[report](connection, wanted));
}

const ANSWERS: Record<Report, (connection: DuckDBConnection, wanted: Wanted) => Promise<unknown>> = {
  async brands(connection, wanted) {
    const names = await namesOf(connection, wanted);
    const sums = new Map((await rows(connection, SUMS, wanted)).map(([id, ...all]) => [id, all as number[]]));
    const all = [...names].map(([id, name]) => {
      const [runs = 0, named = 0, sentimentSum = 0, sentimentCount = 0, positionSum = 0, positionCount = 0] =
        sums.get(id) ?? [];
      return { id, name, runs, named, sentimentSum, sentimentCount, positionSum, positionCount };
    });
    return brandPage(all, wanted.limit);
  },
  async queries(connection, wanted) {
    const names = await namesOf(connection, wanted);
    const found = await objects<Latest & { total: number }>(connection, LATEST, wanted);
    const page = found.filter(({ queryId }, at) => queryId !== found[at - 1]?.queryId);
    return { data: page.map((run) => latestRow(run, names.get(run.brandId))), total: page[0]?.total ?? 0 };
  },
  async mentions(connection, wanted) {
    const names = await namesOf(connection, wanted);
    const page = await objects<Mention>(connection, MENTIONS, wanted);
    const [[total] = []] = await rows(connection, MENTION_COUNT, wanted);
    return { data: page.map((mention) => mentionRow(mention, names.get(mention.brandId))), total };
  },
};

async function namesOf(connection: DuckDBConnection, wanted: Wanted): Promise<Map<string, string>> {
  return new Map((await rows(connection, NAMES, wanted)) as [string, string][]);
}

async function rows(connection: DuckDBConnection, sql: string, wanted: Wanted) {
  return (await connection.runAndReadAll(filledIn(sql, wanted))).getRows();
}

async function objects<T>(connection: DuckDBConnection, sql: string, wanted: Wanted): Promise<T[]> {
  return (await connection.runAndReadAll(filledIn(sql, wanted))).getRowObjects() as T[];
}

/** Values are written into the statement: with parameters, DuckDB takes a fifth more. All of them were checked. */
function filledIn(sql: string, { org, start, end, limit }: Wanted): string {
  const values: Record<string, string> = {
    ORG: `'${org}'`,
    FIRST: `date '${start}'`,
    LAST: `date '${end}'`,
    LIMIT: String(limit),
  };
  return sql.replace(/\b(ORG|FIRST|LAST|LIMIT)\b/g, (name) => values[name]!);
}

/** Sums are added to by rows of their own, which reports add up. */
async function change(connection: DuckDBConnection, { run, mentions }: Change): Promise<void> {
  await connection.run('begin');
  const columns = Object.keys(run);
  await connection.run(
    `insert into runs (${columns.join()}, query_text, platform)
     select ${columns.map((name) => `$${name}`).join()}, query_text, platform
     from queries where org_id = $org_id and id = $query_id`,
    run,
  );
  await insert(connection, 'brand_days', {
    org_id: run['org_id']!,
    brand_id: run['brand_id']!,
    day: run['executed_at']!.toString().slice(0, 10),
    runs: 1,
    named: run['named']!,
    sentiment_sum: run['sentiment'] ?? 0,
    sentiment_count: run['sentiment'] === null ? 0 : 1,
    position_sum: run['position'] ?? 0,
    position_count: run['position'] === null ? 0 : 1,
  });
  for (const mention of mentions) await insert(connection, 'mentions', mention);
  if (mentions.length > 0)
    await insert(connection, 'mention_days', {
      org_id: run['org_id']!,
      day: run['executed_at']!.toString().slice(0, 10),
      mentions: mentions.length,
    });
  await connection.run('commit');
}

async function insert(connection: DuckDBConnection, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await connection.run(
    `insert into ${table} (${columns.join()}) values (${columns.map((name) => `$${name}`).join()})`,
    row,
  );
}
