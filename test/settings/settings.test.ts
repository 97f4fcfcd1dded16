import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from '../../src/base/config.ts';
import { SETTINGS } from '../../src/base/settings/table.ts';
import { createProgram } from '../../src/cli/program.ts';

const UNSET = Object.fromEntries(
  Object.keys(SETTINGS).flatMap((name) => [
    [name, ''],
    [`${name}_FILE`, ''],
  ]),
);
const read = (variables: Record<string, string>) => readConfig({ ...UNSET, ...variables }, { secrets: [] });
const problemsOf = (variables: Record<string, string>): string[] => {
  try {
    read(variables);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message.split('\n  - ').slice(1);
  }
};

/** A value that each setting with a check refuses. */
const WRONG = Object.fromEntries(
  Object.entries(SETTINGS)
    .filter(
      ([, { enum: values, format, minimum, items }]) => values || format || items || minimum !== undefined,
    )
    .map(([name, { format }]) => [name, format === 'secret' ? 'wrong' : 'wrong value!']),
);

test('all invalid values are listed at once, each with what to write, and none is shown', () => {
  const problems = problemsOf(WRONG);
  const named = problems.map((problem) => /^([A-Z_]+) must be ./.exec(problem)?.[1]);
  for (const name of Object.keys(WRONG)) assert.ok(named.includes(name), `${name} is not listed`);
  assert.ok(Object.keys(WRONG).length > 35, `${Object.keys(WRONG).length}`);
  assert.doesNotMatch(problems.join('\n'), /wrong/);
  // One by one as well: the message is the same.
  for (const [name, value] of Object.entries(WRONG))
    assert.ok(
      problemsOf({ [name]: value }).some((problem) => problems.includes(problem)),
      name,
    );
});

test('numbers are digits within their bounds', () => {
  for (const [name, { minimum, maximum, type }] of Object.entries(SETTINGS)) {
    if (type !== 'integer' || minimum === undefined || maximum === undefined) continue;
    const words = `${name} must be a whole number from ${minimum} to ${maximum}`;
    for (const wrong of [
      `${minimum - 1}`,
      `${maximum + 1}`,
      '1e3',
      '0x1f',
      '1.5',
      '1,000',
      ' 7 7',
      'Infinity',
      '９',
    ])
      assert.ok(problemsOf({ [name]: wrong }).includes(words), `${name}=${wrong}`);
  }
});

test('a password with signs that end it is refused with what to encode, in each address that has one', () => {
  const passwords = [
    'pa#ss',
    'pa/ss',
    'pa?ss',
    'pa@ss',
    'pa%ss',
    '12#34',
    '12/34',
    '12?34',
    '#',
    '%',
    '%zz',
    '%E9',
    '@@',
  ];
  for (const [name, address] of [
    ['DATABASE_URL', (password: string) => `postgres://lamp:${password}@127.0.0.1:5432/lamps`],
    ['SMTP_URL', (password: string) => `smtp://lamp:${password}@127.0.0.1:587`],
  ] as const) {
    for (const password of passwords) {
      const [problem = '', ...others] = problemsOf({
        MAIL_FROM: 'a@b.example',
        PUBLIC_URL: 'https://reports.example',
        ...(name === 'DATABASE_URL' ? { MAIL_FROM: '' } : {}),
        [name]: address(password),
      });
      assert.deepEqual(others, [], password);
      assert.match(
        problem,
        new RegExp(`^${name} must be .*%23 for #.*%2F for /.*%3F for \\?.*%40 for @.*%25 for %`),
      );
      assert.ok(!/lamp:|pa.ss|12.34/.test(problem), problem);
    }
    for (const password of [
      'pa:ss',
      'pa+ss',
      'pa,ss',
      'pa!$&ss',
      'pa[]ss',
      'pässword',
      ...passwords.map(encodeURIComponent),
    ])
      assert.deepEqual(
        problemsOf({
          MAIL_FROM: 'a@b.example',
          PUBLIC_URL: 'https://reports.example',
          SMTP_URL: 'smtp://h',
          [name]: address(password),
        }),
        [],
        password,
      );
  }
  const { mail } = read({
    MAIL_FROM: 'a@b.example',
    PUBLIC_URL: 'https://reports.example',
    SMTP_URL: `smtp://us%40er:${encodeURIComponent('# / ? @ %')}@mail.example`,
  });
  assert.deepEqual([mail?.user, mail?.password], ['us@er', '# / ? @ %']);
});

test('addresses of databases: several hosts, sockets, parameters', () => {
  for (const url of [
    'postgres://h/db',
    'postgresql://u@h/db?sslmode=require',
    'postgres://u:p@h1:5432,h2:5432/db',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://u:p@[::1]:5432/db',
  ])
    assert.equal(read({ DATABASE_URL: url }).databaseUrl, url);
  for (const url of ['postgres://', 'mysql://h/db', 'postgres://h:port/db', 'postgres:h/db', 'h/db'])
    assert.match(problemsOf({ DATABASE_URL: url })[0] ?? '', /^DATABASE_URL must be/, url);
});

test('what needs another setting names it', () => {
  for (const [given, needed] of [
    [{ SMTP_URL: 'smtp://h' }, ['MAIL_FROM', 'PUBLIC_URL']],
    [{ MAIL_FROM: 'a@b.example' }, ['SMTP_URL']],
    [{ OIDC_ISSUER: 'https://x.example' }, ['OIDC_CLIENT_ID', 'PUBLIC_URL']],
    [{ OIDC_CLIENT_SECRET: 'x' }, ['OIDC_ISSUER']],
    [{ SNAPSHOT_STORE: 's3://bucket' }, ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
  ] as const) {
    const problems = problemsOf(given);
    assert.deepEqual(
      problems.map((problem) => /^(\w+) is required with/.exec(problem)?.[1]),
      needed,
      problems.join('\n'),
    );
  }
  assert.deepEqual(problemsOf({ SNAPSHOT_STORE: 'file:/mnt/shared' }), []);
  const all = { DATABASE_URL: 'postgres://h/db', PORT: 'x' };
  assert.throws(
    () => readConfig({ ...UNSET, ...all }),
    /PORT must[\s\S]*JWT_SECRET is required with DATABASE_URL[\s\S]*ENCRYPTION_KEY is required/,
  );
});

test('a list names the entries that are wrong', () => {
  assert.deepEqual(read({ TRUST_PROXY: ' 10.0.0.0/8, ::1 ,' }).trustProxy, ['10.0.0.0/8', '::1']);
  const [second, fourth] = problemsOf({ TRUST_PROXY: '10.0.0.0/8, planted, ::1, 10.0.0.0/33' });
  assert.match(second ?? '', /separated by commas \(entry 2 is not\)$/);
  assert.match(fourth ?? '', /\(entry 4 is not\)$/);
});

test('the old name of PUBLISH is read, and PUBLISH wins', () => {
  assert.equal(read({ EXPORT: 'apart' }).publish, 'apart');
  assert.equal(read({ EXPORT: 'apart', PUBLISH: 'off' }).publish, 'off');
  assert.match(problemsOf({ EXPORT: 'sometimes' })[0] ?? '', /^PUBLISH must be one of inside, apart, off$/);
});

test('sightline start --help has every setting with its default', () => {
  const start = createProgram().commands.find((one) => one.name() === 'start');
  let text = '';
  start?.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  for (const [name, { default: value, enum: values = [] }] of Object.entries(SETTINGS)) {
    const line = text.split('\n').find((one) => one.startsWith(`  ${name} (`)) ?? '';
    for (const word of [...values, ...(typeof value === 'object' ? [] : [String(value ?? '')])])
      assert.ok(line.includes(word), `${name}: ${line}`);
    assert.notEqual(line, '', name);
  }
  assert.doesNotMatch(text, /`|\]\(/);
  for (const line of text.split('\n')) assert.ok(line.length <= 120, line);
});
