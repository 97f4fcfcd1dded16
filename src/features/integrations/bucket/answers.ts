import { open } from 'node:fs/promises';
import type { OrgId } from '../../../base/ids.ts';
import type { Db } from '../../../db/client.ts';
import { endOf } from '../../../snapshots/periods.ts';
import { jsonLines } from '../../exports/json-lines.ts';

/**
 * By month, YYYY-MM: a text that changes when the answers in it do; those that were forgotten are left out. Their
 * lengths, which Postgres knows without reading them, and the hashes of what was sent stand for the texts, so that
 * texts that were removed or replaced are noticed.
 */
export async function answersByMonth(db: Db, orgId: OrgId): Promise<ReadonlyMap<string, string>> {
  const months = await db.tenant(orgId, async (tx) => {
    await tx`set local statement_timeout = 0`;
    return tx<{ month: string; content: string }[]>`
      select to_char(executed_at at time zone 'UTC', 'YYYY-MM') as month,
        concat_ws(' ', count(answer), sum(octet_length(answer)),
                  sum(hashtext(encode(content_hash, 'hex'))::bigint)) as content
      from runs where org_id = ${orgId} and state = 'COMPLETED' and forgotten_at is null group by 1`;
  });
  return new Map(months.map(({ month, content }) => [month, content]));
}

/** Writes the texts of a month's answers into a file, one JSON object a line. @param signal ends it with an error */
export async function writeAnswerTexts(
  db: Db,
  orgId: OrgId,
  month: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await db.tenant(orgId, async (tx) => {
    await tx`set local statement_timeout = 0`;
    const lines = jsonLines(tx, {
      chosen: 'id, answer',
      line: `json_build_object('id', r.id, 'text', r.answer)`,
      size: 'octet_length(answer) + 80',
      // The organisation's id was checked by db.tenant, and a month is written by this program.
      rows: `from runs where org_id = '${orgId}' and state = 'COMPLETED' and forgotten_at is null
        and executed_at >= '${month}-01 00:00Z' and executed_at < '${endOf(month)}' order by executed_at, id`,
    });
    for await (const some of lines) {
      signal.throwIfAborted();
      await file.writeFile(some.map((line) => `${line}\n`).join(''));
    }
  });
}
