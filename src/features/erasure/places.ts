import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

/** Rows about an address that are deleted with it. */
export interface Place {
  /** The rows in words, for the person who requested the erasure. */
  what: string;
  table: string;
  /** The columns of the primary key besides org_id. */
  key: readonly string[];
  /** The condition on rows t about an address, which is in lower case. */
  isAbout(tx: Tx, address: string): Fragment;
}

const equals = (column: string) => (tx: Tx, address: string) => tx`lower(t.${tx(column)}) = ${address}`;

/** The rows of an organisation that are deleted. A new table with addresses of people belongs here: a test compares. */
export const DELETED: readonly Place[] = [
  { what: 'invitations', table: 'invitations', key: ['id'], isAbout: equals('email') },
  {
    what: 'mails to or about the address, sent and queued',
    table: 'mail_messages',
    key: ['id'],
    isAbout: (tx, address) =>
      tx`(lower(t.address) = ${address} or position(${address} in lower(t.data::text)) > 0)`,
  },
  { what: 'refusals of mail', table: 'mail_addresses', key: ['id'], isAbout: equals('address') },
  {
    what: "people that the organisation's provider named (SCIM)",
    table: 'scim_users',
    key: ['id'],
    // Entra puts an id before the name of somebody whom it deletes.
    isAbout: (tx, address) => tx`${address} in (lower(t.email), lower(t.user_name),
      regexp_replace(lower(t.user_name), '^[0-9a-f]{32}', ''))`,
  },
  {
    what: "links of the organisation's provider to a person by the address (single sign-on)",
    table: 'single_sign_on_links',
    key: ['issuer', 'subject'],
    isAbout: equals('subject'),
  },
  {
    what: 'agreements to get scheduled reports',
    table: 'mail_consents',
    key: ['subject_id', 'address'],
    isAbout: equals('address'),
  },
  {
    what: 'entries of what became of scheduled reports',
    table: 'report_deliveries',
    key: ['schedule_id', 'period', 'recipient'],
    isAbout: equals('recipient'),
  },
];

/** Columns that may hold an address and are looked after otherwise; each with how. */
export const OTHERWISE: Readonly<Record<string, string>> = {
  'users.email': 'deleted with the account',
  'password_requests.email': 'deleted',
  'report_schedules.addresses': 'the address is left out of the list',
  'server_audit_log.address':
    'the network address of who used a key of the server, not of people of an organisation',
  'audit_log.address': 'the network address, emptied where the person acted',
  'mail_state.sender': 'the address that this server sends from',
};

/** The rows that stay, in words, for the person who requested the erasure. */
export const STAYS: readonly string[] = [
  'Ids of the account, as the authors of what was made or changed: without the account they lead to nobody.',
  'Texts that people wrote or platforms answered (answers, prompts, notes, drafts, names): an address in them is not looked for here.',
  'Answers stored for an Idempotency-Key, encrypted, for a day at most.',
  'The log of the server, and backups that were made before.',
];

const BATCH = 1_000;

/** Deletes rows about an address, in batches. @returns how many */
export async function deleteRows(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  orgId: OrgId,
  { table, key, isAbout }: Place,
  address: string,
): Promise<number> {
  let sum = 0;
  for (let count = BATCH; count === BATCH; ) {
    ({ count } = await inTransaction((tx) => {
      const columns = tx.unsafe(key.map((column) => `t.${column}`).join(', '));
      const chosen = tx.unsafe(key.join(', '));
      return tx`delete from ${tx(table)} where org_id = ${orgId} and (${chosen}) in (
        select ${columns} from ${tx(table)} t where t.org_id = ${orgId} and ${isAbout(tx, address)} limit ${BATCH})`;
    }));
    sum += count;
  }
  return sum;
}
