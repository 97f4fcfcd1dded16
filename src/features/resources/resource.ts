import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import {
  ifGiven,
  joined,
  newestFirst,
  type Order,
  type Page,
  type Paged,
  selectPage,
} from '../../db/page.ts';
import { Fragment } from '../../db/sessions/statement.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { type QuotaName, takeFromQuota } from '../quotas/quotas.ts';

/** Values by field; what has no column is not written, and neither is an undefined value. */
type Values = Readonly<Record<string, unknown>>;
type Details = Record<string, unknown>;

/**
 * A kind of resource: rows of one table that members list, get, create, change and delete. SQL in it names the table
 * `t`. Lists of columns are text such as `brand_id, day date, filters jsonb`: a column `brand_id` is the field
 * `brandId`, and dates and JSON name their type.
 */
interface Declaration<Stored, Filter, Shown> {
  /** In the ids of operations, such as `AlertRule`. */
  name: string;
  /** In errors; by default the words of the name, such as `alert rule`. */
  noun?: string;
  /** The type of target in the audit log; by default the name, such as `alertRule`. */
  target?: string;
  table: string;
  /** Columns that are written and read. */
  columns: string;
  /** Columns that are only written, such as secrets. */
  unread?: string;
  /** Further fields; the times of creation and of the latest change by default. */
  read?(tx: Tx, orgId: OrgId): Fragment;
  joins?(tx: Tx): Fragment;
  /** The fields in lists, if they are not those of a single resource. */
  summary?(tx: Tx, orgId: OrgId): Fragment;
  /** The condition on rows that are not hidden. */
  where?(tx: Tx): Fragment;
  /** Columns that lists may be filtered by. */
  filters?: string;
  /** The column whose text the filter `search` looks through, in any case. */
  searched?: string;
  /** The condition for filters that compare no column. */
  filter?(tx: Tx, filter: Filter, orgId: OrgId): Fragment;
  /** The order of lists, newest first by default. */
  order?(tx: Tx): Order;
  /** Stored rows in the form for callers; rows of `summary` have it already. */
  shown?(rows: Stored[], tx: Tx, orgId: OrgId): Shown[] | Promise<Shown[]>;
  /** The quota that a new one is taken from. */
  quota?: QuotaName;
  /** The error if there is one already where the table allows one. */
  taken?(values: Values): string;
  /** The details of a deletion in the audit log. */
  removed?(row: Shown): Record<string, unknown>;
}

interface Column {
  name: string;
  field: string;
  type: string | undefined;
}

/** The statements and audit entries of a kind of resource. All run in the caller's transaction. */
export function resource<Shown, Filter = object, Listed = Shown, Stored = Shown>(
  declared: Declaration<Stored, Filter, Shown>,
) {
  const { name, table, order = newestFirstOf, where = everything } = declared;
  const { read = times, joins = nothing, filter = everything, summary } = declared;
  const noun = declared.noun ?? name.replaceAll(/\B[A-Z]/g, ' $&').toLowerCase();
  const target = declared.target ?? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  const shown = declared.shown ?? ((rows: Stored[]) => rows as unknown as Shown[]);
  const columns = columnsIn(declared.columns);
  const written = [...columns, ...columnsIn(declared.unread)];
  const filters = columnsIn(declared.filters);
  const own = ['t.id', ...columns.map(selected)].join(', ');
  /** The select list. */
  const fields = (tx: Tx, orgId: OrgId) => tx`${tx.unsafe(own)}, ${read(tx, orgId)}`;
  const from = (tx: Tx) => tx`${tx(table)} t ${joins(tx)}`;
  const given = (values: Values) => written.filter(({ field }) => values[field] !== undefined);

  /** A page of those that match a filter, and a further condition. */
  async function list(
    tx: Tx,
    orgId: OrgId,
    wanted: Filter & Page,
    condition: Fragment = tx`true`,
  ): Promise<Paged<Listed>> {
    const values = wanted as Values & { search?: string };
    const equal = filters.map(({ name: column, field }) =>
      ifGiven(tx, values[field] as string, (value) => tx`t.${tx(column)} = ${value}`),
    );
    const search = ifGiven(
      tx,
      declared.searched && values.search,
      (text) => tx`position(lower(${text}) in lower(t.${tx(declared.searched!)})) > 0`,
    );
    const matching = [where(tx), filter(tx, wanted, orgId), search, condition, ...equal];
    const found = await selectPage<Listed & Stored & object>(tx, wanted, {
      columns: summary?.(tx, orgId) ?? fields(tx, orgId),
      from: from(tx),
      where: matching.reduce((all, one) => tx`${all} and ${one}`, tx`t.org_id = ${orgId}`),
      order: order(tx),
    });
    if (summary) return found;
    return { ...found, data: (await shown(found.data, tx, orgId)) as unknown as Listed[] };
  }

  /** One of them. @throws AppError not_found, also if it does not meet a further condition */
  async function find(tx: Tx, orgId: OrgId, id: string, condition: Fragment = tx`true`): Promise<Shown> {
    const rows = await tx<(Stored & object)[]>`
      select ${fields(tx, orgId)} from ${from(tx)}
      where t.org_id = ${orgId} and t.id = ${id} and ${where(tx)} and ${condition}`;
    const [found] = await shown([...rows], tx, orgId);
    if (!found) throw notFound(noun);
    return found;
  }

  /** One of them, locked to the end of the transaction. @throws AppError as `find` */
  async function lock(
    tx: Tx,
    orgId: OrgId,
    id: string,
    mode: 'key share' | 'no key update' | 'update' = 'no key update',
  ): Promise<Shown> {
    await tx`select from ${tx(table)} where org_id = ${orgId} and id = ${id} for ${tx.unsafe(mode)}`;
    return find(tx, orgId, id);
  }

  /** @returns its id. @throws AppError quota_exceeded, conflict for one that there is already */
  async function insert(tx: Tx, orgId: OrgId, values: Values): Promise<string> {
    const { quota, taken } = declared;
    if (quota) await takeFromQuota(tx, orgId, await lockOrganisation(tx, orgId), quota);
    const { id = newId() } = values as { id?: string };
    const present = given(values);
    const names = ['org_id', 'id', ...present.map((column) => column.name)];
    const cells = [tx`${orgId}`, tx`${id}`, ...present.map((column) => cell(tx, column, values))];
    const { count } = await tx`insert into ${tx(table)} (${tx.unsafe(names.join(', '))})
      values (${joined(tx, cells)}) ${taken ? tx`on conflict do nothing` : tx``}`;
    if (count === 0 && taken) throw new AppError('conflict', taken({ ...values, id }));
    return id;
  }

  /** Writes the fields that are given. */
  async function write(tx: Tx, orgId: OrgId, id: string, values: Values): Promise<void> {
    const sets = given(values).map((column) => tx`${tx(column.name)} = ${cell(tx, column, values)}`);
    await tx`update ${tx(table)} set ${joined(tx, [tx`updated_at = now()`, ...sets])}
      where org_id = ${orgId} and id = ${id}`;
  }

  /** Writes an act on one of them into the audit log. */
  function note(tx: Tx, actor: Actor, action: string, id: string, details: Details = {}): Promise<void> {
    return audit(tx, actor, { action, targetType: target, targetId: id, details });
  }

  /** @param details for the audit log. @throws AppError quota_exceeded */
  async function create(tx: Tx, actor: Actor, values: Values, details: Details): Promise<Shown> {
    const id = await insert(tx, actor.orgId, values);
    await note(tx, actor, `create${name}`, id, details);
    return find(tx, actor.orgId, id);
  }

  /** @param details for the audit log. @throws AppError not_found */
  async function update(
    tx: Tx,
    actor: Actor,
    id: string,
    values: Values,
    details: Details = { ...values },
  ): Promise<Shown> {
    await write(tx, actor.orgId, id, values);
    await note(tx, actor, `update${name}`, id, details);
    return find(tx, actor.orgId, id);
  }

  /** @throws AppError not_found */
  async function remove(tx: Tx, actor: Actor, id: string): Promise<void> {
    const known = await lock(tx, actor.orgId, id, 'update');
    await tx`delete from ${tx(table)} where org_id = ${actor.orgId} and id = ${id}`;
    await note(tx, actor, `delete${name}`, id, declared.removed?.(known));
  }

  return { fields, list, find, lock, insert, write, note, create, update, remove };
}

const everything = (tx: Tx) => tx`true`;
const nothing = (tx: Tx) => tx``;
const times = (tx: Tx) => tx`t.created_at as "createdAt", t.updated_at as "updatedAt"`;
const newestFirstOf = (tx: Tx) => newestFirst(tx, tx`t.created_at`, tx`t.id`);

function columnsIn(list = ''): Column[] {
  return list
    .split(',')
    .map((one) => one.trim().split(' '))
    .flatMap(([name, type]) => (name ? [{ name, field: fieldOf(name), type }] : []));
}

function fieldOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function selected({ name, field, type }: Column): string {
  return type === 'date' ? `to_char(t.${name}, 'YYYY-MM-DD') as "${field}"` : `t.${name} as "${field}"`;
}

/** The value of a column in a statement. Through text, because the client would write dates and JSON its own way. */
function cell(tx: Tx, { field, type }: Column, values: Values): Fragment {
  const value = values[field];
  if (value instanceof Fragment || type === undefined || value === null) return tx`${value as string}`;
  return tx`${type === 'date' ? (value as string) : JSON.stringify(value)}::text::${tx.unsafe(type)}`;
}
