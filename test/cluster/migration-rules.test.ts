import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrationFiles } from '../../src/db/migrate.ts';

/** The first migration that may run on a database that is distributed over a Citus cluster already. */
const FIRST = '0027';

interface Rule {
  /** What Citus refuses, and what to write instead. */
  says: string;
  /** @param statement in lower case, without comments, with single spaces */
  isBroken(statement: string): boolean;
}

/** Tables without org_id, which stay on the coordinator. */
const OF_COORDINATOR = 'sessions|oauth_clients|oauth_connections|single_sign_on_domains';

const created = (statement: string) =>
  /^create (?:unlogged )?table (?:if not exists )?(\S+?) ?\((.*)\)$/.exec(statement);
const isOfTenants = (columns: string) => /(^|,) ?org_id /.test(columns);
/** The column lists of keys of a kind, in a table or an index. */
const lists = (text: string, key: RegExp) => [...text.matchAll(key)].map(([, list = '']) => list.trim());

const RULES: Rule[] = [
  {
    says: 'A cluster adds no identity or serial column to a table: give the table it when it is created, or use a uuid.',
    isBroken: (statement) =>
      /^alter table .*\badd (column )?(if not exists )?\S+ (?!constraint)[^,]*(as identity|\b(big|small)?serial\b)/.test(
        statement,
      ),
  },
  {
    says: 'A cluster adds no column with a constraint: add the column, then the constraint by an `alter table … add constraint name …` of its own.',
    isBroken: (statement) =>
      /^alter table .*\badd column /.test(statement) &&
      /\b(check ?\(|references |unique\b|primary key)/.test(statement),
  },
  {
    says: 'A cluster takes `add constraint`, `add check` and `add foreign key` only alone: write an `alter table` for each, and one for what else changes.',
    isBroken: (statement) =>
      /^alter table /.test(statement) &&
      /\badd (constraint|check|foreign key|unique|primary key)\b/.test(statement) &&
      withoutParentheses(statement).includes(','),
  },
  {
    says: 'Distributed tables have no triggers: let the program write it, in the same transaction.',
    isBroken: (statement) => /^create (or replace )?(constraint )?trigger /.test(statement),
  },
  {
    says: "A table with org_id is a tenant's: org_id comes first in its primary key and its unique constraints.",
    isBroken(statement) {
      const [, , columns = ''] = created(statement) ?? [];
      if (!isOfTenants(columns)) return false;
      const keys = lists(columns, /\b(?:primary key|unique) ?\(([^)]*)\)/g);
      const inline = /(^|, ?)(?!org_id )\S+ [^,(]*\b(primary key|unique)\b(?! ?\()/.test(columns);
      return inline || keys.some((list) => !/^org_id\b/.test(list)) || !/primary key/.test(columns);
    },
  },
  {
    says: 'A foreign key between tables of tenants begins with org_id on both sides.',
    isBroken: (statement) =>
      [...statement.matchAll(/foreign key ?\(([^)]*)\) references (\w+)(?: ?\(([^)]*)\))?/g)].some(
        ([, own = '', table, theirs]) =>
          table !== 'users' &&
          !(/^ ?org_id\b/.test(own) && (theirs === undefined || /^ ?(org_id|id)\b/.test(theirs))),
      ),
  },
  {
    says: 'A table without org_id stays on the coordinator: it refers to no table of tenants; delete its rows in the program.',
    isBroken(statement) {
      const [, , columns = ''] = created(statement) ?? [];
      // Users are on every node.
      const isOther = new RegExp(`references (?!(users|${OF_COORDINATOR})\\b)`);
      return columns !== '' && !isOfTenants(columns) && isOther.test(columns);
    },
  },
  {
    says: 'A unique index holds across nodes only where org_id is its first column.',
    isBroken: (statement) =>
      /^create unique index /.test(statement) &&
      !/\( ?org_id\b/.test(statement) &&
      !new RegExp(`\\bon (${OF_COORDINATOR})\\b`).test(statement),
  },
  {
    says: 'A table of tenants is made by `create table` with its columns, and not from a query: fill it after.',
    isBroken: (statement) => /^create (unlogged )?table \S+ as\b/.test(statement),
  },
  {
    says: 'In `case` and `coalesce` write `(select now())`: a cluster refuses a bare now() there.',
    isBroken: (statement) =>
      /^(update|insert|delete|with)\b/.test(statement) &&
      /\b(coalesce ?\([^()]*|then |else )now\(\)/.test(statement),
  },
];

function withoutParentheses(text: string): string {
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text;
}

/** The statements of a migration, in lower case, without comments; bodies of functions are left out. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) =>
      statement
        .replace(/\s+/g, ' ')
        .replace(/ collate "c"/g, '')
        .trim(),
    )
    .filter(Boolean);
}

const broken = (sql: string) =>
  statementsOf(sql).flatMap((statement) =>
    RULES.filter((rule) => rule.isBroken(statement)).map(({ says }) => `${statement.slice(0, 80)}: ${says}`),
  );

test('migrations say nothing that a distributed database refuses', () => {
  const wrong = migrationFiles()
    .filter(({ name }) => name >= FIRST)
    .flatMap(({ name, sql }) => broken(sql).map((what) => `${name}: ${what}`));
  assert.deepEqual(wrong, []);
});

test('a migration takes a table of tenants out of its policy before it looks at its rows: else it sees none', () => {
  const files = migrationFiles();
  const tenants = new Set(
    files.flatMap(({ sql }) =>
      [...sql.matchAll(/tenant_table\('(\w+)'\)/g)].map(([, name]) => name as string),
    ),
  );
  const wrong = files
    .filter(({ name }) => name >= FIRST)
    .flatMap(({ name, sql }) => {
      const free = new Set<string>();
      return statementsOf(sql).flatMap((statement) => {
        const [, table = '', no] = /^alter table (\w+) (no )?force row level security$/.exec(statement) ?? [];
        if (table !== '') {
          if (no) free.add(table);
          else free.delete(table);
        }
        if (!/^(update|delete|with|insert|create temporary table)\b/.test(statement)) return [];
        const read = [...statement.matchAll(/\b(?:update|from|join|using|into) (\w+)/g)].map(
          ([, one = '']) => one,
        );
        return read.filter((one) => tenants.has(one) && !free.has(one)).map((one) => `${name}: ${one}`);
      });
    });
  assert.deepEqual(wrong, []);
});

test('each rule finds what it is for, and nothing in what is right', () => {
  const examples = [
    'alter table brands add column place bigint generated always as identity',
    'alter table brands add column rank integer check (rank > 0)',
    'alter table brands add column rank integer, add constraint brands_rank check (rank > 0)',
    'create trigger noted after insert on brands for each row execute function noted()',
    'create table notes (org_id text not null, id text primary key)',
    'create table notes (org_id text not null, id text, brand_id text, primary key (org_id, id), foreign key (brand_id) references brands (id))',
    'create table notes (id text primary key, owner text references organisations)',
    'create unique index on brands (name)',
    'create table copies as select * from brands',
    'update brands set archived_at = coalesce(archived_at, now())',
  ];
  for (const [at, sql] of examples.entries())
    assert.ok(RULES[at]!.isBroken(statementsOf(sql)[0]!), `${sql} — ${RULES[at]!.says}`);
  assert.deepEqual(
    broken(`
      -- A table as they are: check (it) is no column.
      create table notes (
        org_id   text collate "C" not null references organisations on delete cascade,
        id       text collate "C" not null,
        brand_id text collate "C" not null,
        place    bigint generated always as identity,
        kind     text not null check (kind in ('A', 'B')),
        primary key (org_id, id), unique (org_id, brand_id),
        foreign key (org_id, brand_id) references brands (org_id, id) on delete cascade
      );
      select tenant_table('notes');
      create unique index notes_open on notes (org_id, md5(kind)) where kind = 'A';
      create table looked_up (hash bytea primary key, user_id text references users on delete cascade);
      alter table brands add column rank integer not null default 0, add column seen timestamptz default now();
      alter table brands add constraint brands_rank check (rank in (0, 1));
      update brands set archived_at = coalesce(archived_at, (select now())), updated_at = now();`),
    [],
  );
});
