import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { escaped } from '../../presentation/element.ts';

export interface MailFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** What several mails have in common: a whole page, its words, and a file beside it. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
  file: MailFile | null;
}

/** Keeps a content for the mails that are queued in the same transaction. @returns its id */
export async function keepContent(
  tx: Tx,
  orgId: OrgId,
  { subject, html, text, file }: MailContent,
): Promise<string> {
  const id = newId();
  await tx`insert into mail_contents (org_id, id, subject, html, text, file_name, file_type, file)
    values (${orgId}, ${id}, ${subject}, ${html}, ${text}, ${file?.name ?? null}, ${file?.type ?? null},
            ${file?.bytes ?? null})`;
  return id;
}

export async function contentOf(tx: Tx, orgId: OrgId, id: string): Promise<MailContent | null> {
  const [stored] = await tx<
    (Omit<MailContent, 'file'> & { name: string | null; type: string; bytes: Buffer })[]
  >`select subject, html, text, file_name as name, file_type as type, file as bytes from mail_contents
    where org_id = ${orgId} and id = ${id}`;
  if (!stored) return null;
  const { name, type, bytes, ...content } = stored;
  return { ...content, file: name === null ? null : { name, type, bytes } };
}

/** A content with the lines that are of one mail alone, such as how to stop more of it. */
export function withNotes({ html, text, ...content }: MailContent, notes: readonly string[]): MailContent {
  const lines = notes.map((note) => `<p>${note.split('\n').map(escaped).join('<br>')}</p>`).join('');
  const foot = `<footer style="${FOOT}">${lines}</footer></body>`;
  return {
    ...content,
    html: html.replace(/<\/body>(?![\s\S]*<\/body>)/, () => foot),
    text: `${text}\n-- \n\n${notes.join('\n\n')}\n`,
  };
}

const FOOT =
  'max-width:680px;margin:32px auto 0;border-top:1px solid #dfe3ec;font-size:13px;color:#565e73;word-break:break-word';
