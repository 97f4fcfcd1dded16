import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { hasProxy } from '../../bench/fleet/proxy.ts';
import { readConfig } from '../../src/base/config.ts';
import { temporaryFolder } from '../support/for-file.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  profiles?: string[];
  command?: string[];
  environment: Record<string, string | number>;
  volumes: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
}
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = new Map(Object.entries(compose.services));
const members = ['server-1', 'server-2', 'publisher', 'jobs'].map((name) => services.get(name)!);

test('without a profile compose.yaml is what it was: a Postgres, migrations and one server that needs no store', () => {
  const plain = [...services].filter(([, { profiles }]) => profiles === undefined);
  assert.deepEqual(
    plain.map(([name]) => name),
    ['postgres', 'migrate', 'server'],
  );
  for (const [name, { environment, depends_on = {} }] of plain) {
    assert.ok(!('SNAPSHOT_STORE' in environment) && !('PUBLISH' in environment), name);
    for (const other of Object.keys(depends_on))
      assert.ok(!services.get(other)?.profiles, `${name} needs ${other}`);
  }
  // A secret that is required by name would be required of everybody: compose reads the whole file.
  const required = new Set(read('compose.yaml').match(/\$\{\w+(?=:\?)/g));
  assert.deepEqual(
    [...required].sort(),
    ['ENCRYPTION_KEY', 'JWT_SECRET', 'POSTGRES_PASSWORD'].map((name) => `\${SIGHTLINE_${name}`),
  );
});

test('the proxy of the profile scale needs all the others of it, and nothing else is reached from outside', () => {
  const reached = new Set<string>();
  const reach = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const other of Object.keys(services.get(name)?.depends_on ?? {})) reach(other);
  };
  reach('proxy');
  const scale = [...services].filter(([, { profiles }]) => profiles?.includes('scale')).map(([name]) => name);
  assert.deepEqual([...reached].sort(), [...scale, 'migrate', 'postgres'].sort());
  assert.ok(!reached.has('server'), 'the one server does not run beside them');
  for (const name of scale) {
    const { ports = [] } = services.get(name)!;
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/, name);
    assert.equal(ports.length > 0, name === 'proxy', name);
  }
});

test('members of the profile scale have a volume each, and a configuration that is valid', () => {
  const volumes = members.map(({ volumes: [first = ''] }) => first.split(':')[0]!);
  assert.equal(new Set(volumes).size, members.length);
  for (const volume of volumes) assert.ok(volume in compose.volumes && volume !== 'data', volume);
  assert.deepEqual(
    members.map(({ command }) => command),
    [undefined, undefined, ['publish'], ['work']],
  );
  const set: Record<string, string> = {
    SIGHTLINE_POSTGRES_PASSWORD: 'p',
    SIGHTLINE_JWT_SECRET: 'a secret of tests that is long enough',
    SIGHTLINE_ENCRYPTION_KEY: 'another secret of tests, long enough',
    SIGHTLINE_STORE_SECRET: 's',
  };
  const interpolated = (text: string) =>
    text.replaceAll(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_, name: string, fallback = '') => set[name] ?? fallback,
    );
  for (const { environment, depends_on } of members) {
    const entries = Object.entries(environment).map(([name, value]) => [name, interpolated(String(value))]);
    const config = readConfig({ ...Object.fromEntries(entries), DATA_DIR: tmpdir() });
    assert.deepEqual([config.publish, config.jobs, config.migrate], ['apart', 'apart', 'apart']);
    assert.deepEqual([config.store?.endpoint, config.store?.bucket], ['http://store:7070', 'sightline']);
    assert.equal(config.metricsPort, 9090);
    assert.equal(depends_on?.['migrate']?.condition, 'service_completed_successfully');
  }
});

test('the proxy gets a configuration that is there, for the servers that there are', (t) => {
  const [mount = ''] = services.get('proxy')?.volumes ?? [];
  const path = mount.split(':')[0]!;
  assert.ok(existsSync(join(ROOT, path)), path);
  const configuration = read(path);
  for (const kind of ['server', 'unchecked'])
    assert.deepEqual(
      [...configuration.matchAll(new RegExp(`^ +server ${kind}-\\d (\\S+)`, 'gm'))].map(
        ([, address]) => address,
      ),
      ['server-1:8080', 'server-2:8080'],
    );
  // API keys may be in queries.
  assert.match(configuration, /log-format ".*%HPO"/);
  assert.doesNotMatch(configuration, /%HU|%HQ|%\{?\+?Q?\}?r\b|httplog/);
  if (!hasProxy()) return t.diagnostic('haproxy is not installed: it did not read the file');
  const folder = temporaryFolder();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const warnings = stderr.split('\n').filter((line) => line.includes('[WARNING]'));
  // Docker's names are known inside its network alone.
  assert.deepEqual(
    warnings.filter((line) => !line.includes('could not resolve address')),
    [],
  );
});
