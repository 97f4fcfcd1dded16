import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OrgId } from '../../src/base/ids.ts';
import { createProgram } from '../../src/cli/program.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { completeRun, until } from '../support/server/app.ts';
import { type CommandHost, startCommandHost, startProgram } from '../support/server/programs.ts';

const app = await withApp({});
/** For commands of which it is to be seen what they do; how one starts and ends is seen by `start`. */
const commands = await forFile(startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }));
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });

const start = (args: string[], input = '') =>
  startProgram('src/cli.ts', args, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }, input);

/** In a process of its own, as an operator starts it, to its end. */
const ended = (args: string[], input = '') => start(args, input).ended;

/** A command that must succeed; its stdout. */
async function cli(args: string[], input = '', run: CommandHost['run'] = commands.run): Promise<string> {
  const { code, stdout, stderr } = await run(args, input);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}
/** A command that must fail with this code, and say why on stderr alone. */
async function fails(
  code: number,
  complaint: RegExp,
  args: string[],
  input = '',
  run: CommandHost['run'] = commands.run,
) {
  const { stderr, ...rest } = await run(args, input);
  assert.deepEqual([rest.code, rest.stdout], [code, ''], `${args.join(' ')}: ${stderr}`);
  assert.match(stderr, complaint);
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack for what a person did');
}
function file(name: string, lines: unknown[]): string {
  const path = join(app.dataDir, name);
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return path;
}

test('every command shows its options with --help', async () => {
  const commands =
    'start|migrate|org|org create|org list|org plan|org delete|user reset-password|key create|key list|key revoke|ingest|reextract|snapshot|report|work|backup|restore';
  assert.match(await cli(['--help'], '', ended), /^Usage: sightline [\s\S]*--help/);
  const program = createProgram();
  for (const name of commands.split('|')) {
    const command = name
      .split(' ')
      .reduce((parent, part) => parent.commands.find((child) => child.name() === part)!, program);
    assert.ok(command.helpInformation().startsWith(`Usage: sightline ${name}`), name);
    assert.match(command.helpInformation(), /--help/);
  }
});

test('wrong use exits 2 and says what is wrong on stderr', async () => {
  await fails(2, /Usage: sightline/, []);
  await fails(2, /unknown command 'exprot'/, ['exprot'], '', ended);
  await fails(2, /required option '--org/, ['ingest', 'runs.jsonl']);
  await fails(2, /no such file/, ['ingest', '/nowhere/runs.jsonl', '--org', org.id]);
  await fails(2, /GOLD/, ['org', 'plan', '--org', org.id, '--plan', 'GOLD']);
  await fails(2, /day that exists/, ['report', 'brands', '--org', org.id, '--start', '2026-02-29']);
  await fails(2, /1 to 10000/, ['report', 'brands', '--org', org.id, '--limit', '0']);
  await fails(2, /No organisation/, ['key', 'list', '--org', 'Nobody']);
  await fails(2, /--yes/, ['org', 'delete', '--org', org.id]);
  const create = [
    'org',
    'create',
    '--plan',
    'FREE',
    '--email',
    'x@y.example',
    '--password-stdin',
    '--name',
    'X',
  ];
  await fails(2, /password must be at least/, create, 'short\n');
});

test('organisations, accounts and keys can be managed beside a running server', async () => {
  const create = (email: string) =>
    cli(
      ['org', 'create', '--name', 'Twins', '--plan', 'FREE', '--email', email, '--password-stdin'],
      'a long password\n',
    );
  const [first, second] = [
    (await create('one@twins.example')).trim(),
    (await create('two@twins.example')).trim(),
  ];
  assert.match(await cli(['org', 'list']), new RegExp(`^${first}\tFREE\tTwins$`, 'm'));
  await fails(2, /more than one/, ['key', 'create', '--org', 'Twins']);
  await cli(['org', 'delete', '--org', second, '--yes']);
  await cli(['org', 'plan', '--org', 'Twins', '--plan', 'CUSTOM']);

  const key = (await cli(['key', 'create', '--org', 'Twins', '--name', 'BI'])).replace(/\n$/, '');
  const report = () => app.report({ key }, 'brands');
  assert.equal((await report()).status, 200);
  const [keyId, prefix, state, scopes, name] = (await cli(['key', 'list', '--org', first]))
    .trim()
    .split('\t');
  assert.deepEqual([state, scopes, name], ['active', 'reports:read', 'BI']);
  assert.ok(key.startsWith(prefix!.slice(0, -1)) && !key.endsWith(prefix!));
  await cli(['key', 'revoke', keyId!, '--org', first]);
  await until(async () => (await report()).status === 401, 5_000);

  await cli(
    ['user', 'reset-password', '--email', 'ONE@twins.example', '--password-stdin'],
    'a new password\r\n',
  );
  await app.login({ id: first as OrgId, key, email: 'one@twins.example', password: 'a new password' });
});

test('ingest names bad lines by number; snapshot and report show what was kept [long]', async () => {
  const brands = file('brands.jsonl', [{ name: 'Gleamwell', aliases: ['Gleamy'] }]);
  const run = (change: object) =>
    completeRun({ brand: 'Gleamwell', executedAt: '2026-02-03T12:00:00Z', ...change });
  const lines = [
    run({ answer: '=Gleamy, "is" good.', sentimentScore: 80 }),
    '{"externalId": "cut off',
    '',
    run({ brand: 'Gleamwel' }),
    run({
      answer: 'Gleamwell.\nGleamwell.',
      sentimentScore: 60,
      queryText: '=1+1',
      citations: ['mailto:a@b.example'],
    }),
  ];
  const command = ['ingest', file('runs.jsonl', lines), '--org', org.id];
  const first = await start([...command, '--brands', brands]).ended;
  assert.deepEqual([first.code, first.stdout], [1, 'created 2\nunchanged 0\nrefused 2\n'], first.stderr);
  assert.match(first.stderr, /^line 2: .*JSON/m);
  assert.match(first.stderr, /^line 4: .*Gleamwel"/m);
  assert.match(first.stderr, /^line 5: citations\[0\] is not an address/m);
  assert.equal((await start(command).ended).stdout, 'created 0\nunchanged 2\nrefused 2\n');
  await fails(1, /line 2: name is required/, [
    ...command,
    '--brands',
    file('bad.jsonl', [{ name: 'A' }, {}]),
  ]);
  assert.equal(await cli(['reextract', '--org', org.id, '--all']), 'reextracted 2\n');

  const made = await cli(['snapshot']);
  assert.match(made, /^\d{8}T\d{9}Z-[0-9a-f]{6} brands=\d+ .*runs=2 .*bytes=\d+ seconds=[\d.]+\n$/);
  await until(() => made.startsWith(app.app.services.reports.current()?.id ?? '?'), 2_000);
  assert.ok((await cli(['snapshot'])).startsWith(made.split(' ')[0]!), 'nothing changed: the same');

  const report = (name: string, ...more: string[]) =>
    cli(['report', name, '--org', org.id, '--start', '2026-02-03', '--end', '2026-02-03', ...more]);
  const json = JSON.parse(await report('brands', '--format', 'json'));
  const body = { start_date: '2026-02-03', end_date: '2026-02-03' };
  assert.deepEqual(json, (await app.report(org, 'brands', body)).json);
  assert.equal(json.data[0].sentiment, 70);
  const csv = await report('queries', '--format', 'csv', '--limit', '1', '--offset', '0');
  assert.match(csv, /^(?=.*query_queryText)(?=.*latestResult_position)/);
  assert.equal(
    (await report('queries', '--format', 'csv')).includes(",'=1+1,"),
    true,
    'a formula is defused',
  );
  assert.match(await report('mentions', '--brand', 'nobody'), /^0 of 0$/m);
  assert.match(await report('brands'), /Gleamwell +100 +2 +2 +70[\s\S]*^2 of 2$/m);
});

test('ingest reads a CSV as a spreadsheet writes it, says how, and stores nothing where something is open [long]', async () => {
  const own = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const { id } = own;
  const rows = (day: string) => [
    'sep=;',
    'Wer;Frage;Wann;Antwort;Stimmung;Quellen',
    `ChatGPT;Welche Küche?;03/04/${day};Lumenfold für alle.;0,8;https://a.example/1;https`,
    `ChatGPT;Welche Küche?;03/04/${day};Lumenfold für alle.;0,8;https://a.example/1`,
    `Bing;Welche Küche?;03/04/${day};x;0,8;`,
  ];
  const path = join(app.dataDir, 'answers.csv');
  const long = Array.from({ length: 600 }, (_, at) => `ChatGPT;Which?;2025-01-02;Nobody ${at}.;0,2;`);
  writeFileSync(
    path,
    Buffer.from([...rows('2025').toSpliced(2, 1), ...long, rows('2025')[2]].join('\r\n'), 'latin1'),
  );
  const command = ['ingest', path, '--org', id];
  const columns = ['--columns', 'platform,queryText,executedAt,answer,sentimentScore,citations'];
  await fails(1, /Say which columns are platform, queryText, executedAt, answer/, command);
  await fails(1, /day first.*\n.*0\.2 to 0\.8.*scale/, [...command, ...columns]);
  await fails(2, /--columns: "price" is no field/, [...command, '--columns', 'price']);
  const brand = (await app.call('GET', '/api/brands', { token: await app.login(own) })).json.data[0].id;
  const clear = [...command, ...columns, '--dates', 'DMY', '--scores', '0..1', '--brand', brand];
  const dry = await ended([...clear, '--dry-run']);
  assert.deepEqual([dry.code, dry.stdout], [1, 'created 601\nunchanged 0\nrefused 2\n'], dry.stderr);
  const { code, stdout, stderr } = await ended(clear);
  assert.deepEqual([code, stdout], [1, 'created 601\nunchanged 0\nrefused 2\n'], stderr);
  assert.match(stderr, /^WINDOWS_1252: Wer → platform, .*Quellen → citations$/m);
  assert.match(stderr, /^scores are written as 0 to 1, and stored as 0 to 100$/m);
  assert.match(stderr, /^line 3 is: 2025-04-03T00:00:00\.000Z CHATGPT, score 80$/m);
  assert.match(stderr, /^line 4: Wer: "Bing" is not a known platform/m);
  assert.match(stderr, /^line 605: It has 7 fields, the first line 6/m);
});

test('ingest that was killed is completed by starting it again, with every run once [long]', async () => {
  const own = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const lines = Array.from({ length: 5_000 }, (_, k) =>
    completeRun({ brand: 'Lumenfold', answer: 'Lumenfold. '.repeat(50), queryText: `Query ${k % 50}` }),
  );
  const command = ['ingest', file('large.jsonl', lines), '--org', own.id];
  const count = async () => {
    const [row] = await app.sql(own)<{ runs: number; read: number }[]>`
      select (select count(*) from runs where org_id = ${own.id}) as runs,
             (select count(*) from observations where org_id = ${own.id}) as read`;
    return row!;
  };
  const first = start(command);
  await until(async () => (await count()).runs > 0);
  first.child.kill('SIGKILL');
  await first.ended;
  const { runs: kept } = await count();
  assert.ok(kept > 0 && kept < 5_000, `killed in the middle, at ${kept}`);
  const [, created, unchanged] = /created (\d+)\nunchanged (\d+)/.exec(await cli(command))!;
  assert.equal(Number(created) + Number(unchanged), 5_000);
  assert.deepEqual(await count(), { runs: 5_000, read: 5_000 });
});

test('what the operator changes by the command line is in the audit log', async () => {
  const password = 'a password of tests';
  const id = (
    await cli(
      [
        'org',
        'create',
        '--name',
        'Audited',
        '--plan',
        'FREE',
        '--email',
        'audited@customer.example',
        '--password-stdin',
      ],
      password,
      ended,
    )
  ).trim();
  await cli(['org', 'plan', '--org', id, '--plan', 'CUSTOM']);
  const brands = file('audited-brands.jsonl', [{ name: 'Lumenfold' }]);
  const runs = file('audited-runs.jsonl', [
    completeRun({ brand: 'Lumenfold' }),
    completeRun({ brand: 'Lumenfold' }),
  ]);
  await cli(['ingest', runs, '--org', id, '--brands', brands]);
  await cli(['reextract', '--org', id]);
  await cli(['user', 'reset-password', '--email', 'audited@customer.example', '--password-stdin'], password);
  const token = await app.login({ id: id as OrgId, email: 'audited@customer.example', password, key: '' });
  const { data } = (await app.call('GET', '/api/audit-log', { token })).json;
  const entries = data.map((entry: Record<string, unknown>) => [
    entry['actorType'],
    entry['action'],
    entry['details'],
  ]);
  assert.deepEqual(entries.reverse(), [
    ['OPERATOR', 'createOrganisation', { name: 'Audited', plan: 'FREE', email: 'audited@customer.example' }],
    ['OPERATOR', 'changePlan', { from: 'FREE', to: 'CUSTOM' }],
    ['OPERATOR', 'putBrands', { created: 1, changed: 0, unchanged: 0 }],
    ['OPERATOR', 'ingestRuns', { created: 2 }],
    ['OPERATOR', 'reextract', { all: false }],
    ['OPERATOR', 'resetPassword', {}],
  ]);
});
