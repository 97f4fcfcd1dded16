import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Answer, compileLexicon, extract, type KnownBrand } from '../src/extraction/extract.ts';
import { createExtractionPool } from '../src/extraction/pool.ts';

function brandsCalled(name: string): KnownBrand[] {
  return [{ id: 'b', name, website: null, aliases: [], caseSensitive: [], competitors: [] }];
}

function answersOf(count: number): Answer[] {
  return Array.from({ length: count }, (_, k) => ({
    brandId: 'b',
    answer: `Answer ${k}: ${k % 3 === 0 ? 'Acme is great.' : 'Nobody is.'}`,
    citations: [{ url: `https://a.example/${k}` }],
  }));
}

test('a pool answers as a direct call does, in order, over several threads', async () => {
  const pool = createExtractionPool({ threads: 2 });
  try {
    const answers = answersOf(500);
    const lexicon = compileLexicon(brandsCalled('Acme'));
    assert.deepEqual(
      await pool.extract('acme', () => brandsCalled('Acme'), answers),
      answers.map((answer) => extract(lexicon, answer)),
    );
    assert.deepEqual(await pool.extract('acme', () => brandsCalled('Acme'), []), []);
  } finally {
    await pool.close();
  }
});

test('brands are sent only to a thread that lacks their key', async () => {
  const pool = createExtractionPool({ threads: 1 });
  try {
    let sent = 0;
    const named = async (key: string, name: string) => {
      const brands = () => {
        sent++;
        return brandsCalled(name);
      };
      const [extraction] = await pool.extract(key, brands, answersOf(1));
      return extraction!.observations[0]!.named;
    };
    assert.equal(await named('1', 'Acme'), true);
    assert.equal(await named('1', 'Acme'), true);
    assert.equal(sent, 1);
    assert.equal(await named('2', 'Other'), false, 'another key is another lexicon');
    assert.equal(sent, 2);
    for (let key = 3; key < 30; key++) await named(String(key), 'Other');
    sent = 0;
    assert.equal(await named('1', 'Acme'), true, 'a lexicon long unused is sent again');
    assert.equal(sent, 1);
  } finally {
    await pool.close();
  }
});

test('an error rejects its call alone', async () => {
  const pool = createExtractionPool({ threads: 1 });
  try {
    const brands = () => brandsCalled('Acme');
    const stranger = { brandId: 'nobody', answer: 'x', citations: [] };
    const calls = await Promise.allSettled([
      pool.extract('acme', brands, answersOf(3)),
      pool.extract('acme', brands, [...answersOf(1), stranger]),
      pool.extract('acme', brands, answersOf(100)),
      pool.extract(
        'broken',
        () => {
          throw new Error('no brands today');
        },
        answersOf(1),
      ),
    ]);
    assert.deepEqual(
      calls.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    await assert.rejects(pool.extract('acme', brands, [stranger]), /no brand nobody/);
    assert.equal((await pool.extract('acme', brands, answersOf(1))).length, 1);
  } finally {
    await pool.close();
  }
});

test('closing finishes the calls under way and refuses others', async () => {
  const pool = createExtractionPool({ threads: 1 });
  const call = pool.extract('acme', () => brandsCalled('Acme'), answersOf(200));
  const closed = pool.close();
  assert.equal((await call).length, 200);
  await closed;
  await pool.close();
  await assert.rejects(
    pool.extract('acme', () => brandsCalled('Acme'), answersOf(1)),
    /closed/,
  );
  await createExtractionPool().close();
});

test('threads end with the pool, and an idle pool does not keep the process alive', () => {
  const pool = new URL('../src/extraction/pool.ts', import.meta.url).href;
  for (const last of ['await pool.close();', '']) {
    const script = `
      import { createExtractionPool } from ${JSON.stringify(pool)};
      const pool = createExtractionPool({ threads: 2 });
      const brands = () => ${JSON.stringify(brandsCalled('Acme'))};
      const [extraction] = await pool.extract('acme', brands, ${JSON.stringify(answersOf(1))});
      ${last}
      console.log(extraction.observations[0].named);`;
    const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script];
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    const child = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 20_000 });
    assert.deepEqual([child.status, child.stdout, child.stderr], [0, 'true\n', '']);
  }
});
