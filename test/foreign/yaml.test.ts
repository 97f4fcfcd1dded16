// The files of the contract as a reader of YAML 1.1 has them. Needs Python with PyYAML, which many machines have;
// SIGHTLINE_FOREIGN=1 fetches it where it is missing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { servedYaml } from '../../src/server/health/served-documents.ts';
import { pythonIn } from './clients.ts';

const READ = `
import json, sys, yaml
# libyaml is quick, and takes what the reader in Python refuses.
quick = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
read = []
for text in json.load(sys.stdin):
    try:
        read.append({"value": yaml.load(text, quick if len(text) > 500_000 else yaml.SafeLoader)})
    except Exception as error:
        read.append({"problem": str(error)})
# A date of YAML 1.1 is no JSON, and must not be one here.
json.dump(read, sys.stdout, default=repr)
`;

import { temporaryFolder } from '../support/for-file.ts';

const folder = temporaryFolder();

async function pythonWithYaml(): Promise<string | undefined> {
  if (spawnSync('python3', ['-c', 'import yaml']).status === 0) return 'python3';
  return process.env['SIGHTLINE_FOREIGN'] === '1' ? join(await pythonIn(folder), 'python') : undefined;
}

test('a reader of YAML 1.1 has the same of every file of the contract, and of the served one [long]', {
  timeout: 300_000,
}, async (t) => {
  const python = await pythonWithYaml();
  if (python === undefined) return t.skip('needs Python 3 with PyYAML, or SIGHTLINE_FOREIGN=1');
  const paths = globSync('spec/**/*.yaml');
  const texts = [
    ...paths.map((path) => readFileSync(path, 'utf8')),
    Buffer.from(servedYaml('').body.identity).toString(),
  ];
  const { stdout, stderr, status } = spawnSync(python, ['-c', READ], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  const read: { value?: unknown; problem?: string }[] = JSON.parse(stdout);
  for (const [at, text] of texts.entries()) {
    const path = paths[at] ?? '/openapi.yaml';
    assert.equal(read[at]?.problem, undefined, path);
    assert.deepEqual(read[at]?.value, JSON.parse(JSON.stringify(parse(text))), path);
  }
  assert.ok(paths.length > 50, `${paths.length}`);
});
