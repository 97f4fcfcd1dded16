import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { LAST_DAY } from '../data/dataset.ts';
import type { Change, Row } from './servers/request.ts';

/** The rows that the reports are made of, flat, from the tables that the program writes. */
const FLAT = {
  brands: 'select org_id, id, name from brands where archived_at is null',
  queries: 'select org_id, id, brand_id, query_text, platform from queries',
  runs: `select org_id, id, brand_id, query_id, executed_at, named::int as named, position, sentiment, sentiment_reader
         from snapshot.runs`,
  mentions: `select org_id, id, brand_id, query_id, platform, query_text, discovered_at, source_type, source_name,
                    source_url, page_url, title, snippet, sentiment, sentiment_reader
             from snapshot.mentions`,
};

/** Writes the rows into a folder, a CSV file without a head for each table. */
export async function exportRows(superuserUrl: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  for (const [table, select] of Object.entries(FLAT)) {
    const rows = await sql.unsafe(`copy (${select}) to stdout (format csv)`).readable();
    await pipeline(rows, createWriteStream(join(folder, `${table}.csv`)));
    rows._read(0); // a full stream has paused the socket
  }
  await sql.end();
}

/** The newest answer of an organisation, as one more: with other ids, at the end of the last day. */
export async function oneMore(superuserUrl: string, orgId: string): Promise<() => Change> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  const executedAt = `${LAST_DAY}T23:59:59.999Z`;
  const [run] = await sql.unsafe<Row[]>(
    `select * from (${FLAT.runs}) r where org_id = $1 and named = 1 order by executed_at desc limit 1`,
    [orgId],
  );
  const mentions = await sql.unsafe<Row[]>(
    `select * from (${FLAT.mentions}) m
     where org_id = $1 and id in (select id from mentions where org_id = $1 and run_id = $2)`,
    [orgId, run!['id']!],
  );
  await sql.end();
  return () => ({
    run: { ...run!, id: crypto.randomUUID(), executed_at: executedAt },
    mentions: mentions.map((mention) => ({
      ...mention,
      id: crypto.randomUUID(),
      discovered_at: executedAt,
    })),
  });
}
