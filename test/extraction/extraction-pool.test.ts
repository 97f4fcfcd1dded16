// long: loses threads on purpose
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from '../../src/extraction/extract.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import { ExtractionPool, type LexiconSource, type Outcome } from '../../src/extraction/pool.ts';
import type { Answer, KnownBrand } from '../../src/extraction/types.ts';
import { forFile } from '../support/for-file.ts';

function brandsCalled(name: string): KnownBrand[] {
  return [{ id: 'b', name, websites: [], aliases: [], caseSensitive: [], competitors: [] }];
}

/** The names of an organisation; `sent` counts how often a thread asked for them. */
function namesOf(key: string, name = 'Acme', { orgId = 'org', sent = () => {} } = {}): LexiconSource {
  return {
    orgId,
    key,
    brands: () => {
      sent();
      return brandsCalled(name);
    },
  };
}

/** Whether the brand is named, or why that is not known. */
function namedIn(outcome: Outcome | undefined): boolean | string | undefined {
  if (!outcome) return undefined;
  return 'unread' in outcome ? outcome.unread : outcome.observations[0]?.named;
}

function answersOf(count: number): Answer[] {
  return Array.from({ length: count }, (_, k) => ({
    brandId: 'b',
    answer: `Answer ${k}: ${k % 3 === 0 ? 'Acme is great.' : 'Nobody is.'}`,
    citations: [{ url: `https://a.example/${k}` }],
  }));
}

test('a pool answers as a direct call does, in order, over several threads', async () => {
  const pool = await forFile(new ExtractionPool({ threads: 2 }));
  const answers = answersOf(500);
  const lexicon = compileLexicon(brandsCalled('Acme'));
  assert.deepEqual(
    await pool.extract(namesOf('acme'), answers),
    answers.map((answer) => extract(lexicon, answer)),
  );
  assert.deepEqual(await pool.extract(namesOf('acme'), []), []);
});

test('brands are sent only to a thread that lacks their key', async () => {
  const pool = await forFile(new ExtractionPool({ threads: 1 }));
  let sent = 0;
  const named = async (key: string, name: string) => {
    const names = namesOf(key, name, {
      sent: () => {
        sent++;
      },
    });
    return namedIn((await pool.extract(names, answersOf(1)))[0]);
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
});

test('an answer that cannot be read fails alone, a call without names too', async () => {
  const pool = await forFile(new ExtractionPool({ threads: 1 }));
  const stranger = { brandId: 'nobody', answer: 'x', citations: [] };
  const broken = {
    ...namesOf('broken'),
    brands: () => {
      throw new Error('no brands today');
    },
  };
  const [all, mixed, none] = await Promise.allSettled([
    pool.extract(namesOf('acme'), answersOf(100)),
    pool.extract(namesOf('acme'), [...answersOf(1), stranger, ...answersOf(1)]),
    pool.extract(broken, answersOf(1)),
  ]);
  assert.equal(all.status === 'fulfilled' && all.value.length, 100);
  assert.deepEqual(mixed.status === 'fulfilled' && mixed.value.map(namedIn), [true, 'FAILED', true]);
  assert.match(String(none.status === 'rejected' && none.reason), /no brands today/);
  const explained = await pool.explain(namesOf('acme'), stranger);
  assert.match('error' in explained ? explained.error : '', /no brand nobody/);
});

/** Takes seconds to read. */
const ENDLESS = { brandId: 'b', answer: 'Acme is good. '.repeat(700_000), citations: [] };

test('an answer past its time ends alone: its neighbours and other organisations are read', async () => {
  const pool = await forFile(
    new ExtractionPool({ threads: 1, bounds: { baseMs: 400, thousandMs: 0, heapMb: 1024 } }),
  );
  // Compiled and warm, so that time is that of the answers.
  await pool.extract(namesOf('acme'), answersOf(64));
  const [own, other] = await Promise.all([
    pool.extract(namesOf('acme'), [...answersOf(3), ENDLESS, ...answersOf(3)]),
    pool.extract(namesOf('other', 'Acme', { orgId: 'other' }), answersOf(70)),
  ]);
  assert.deepEqual(own.map(namedIn), [true, false, false, 'TOO_SLOW', true, false, false]);
  assert.equal(other.filter((outcome) => namedIn(outcome) !== undefined).length, 70);
  assert.equal(namedIn((await pool.extract(namesOf('acme'), answersOf(1)))[0]), true);
});

test('an answer that takes too much memory ends alone', async () => {
  const pool = await forFile(
    new ExtractionPool({ threads: 1, bounds: { baseMs: 60_000, thousandMs: 0, heapMb: 96 } }),
  );
  const own = await pool.extract(namesOf('acme'), [...answersOf(3), ENDLESS, ...answersOf(3)]);
  assert.deepEqual(own.map(namedIn), [true, false, false, 'TOO_LARGE', true, false, false]);
});

test('one organisation with many answers does not hold up the single one of another', async () => {
  const pool = await forFile(new ExtractionPool({ threads: 1 }));
  await pool.extract(namesOf('acme'), answersOf(1));
  let done = 0;
  const many = Array.from({ length: 60 }, () =>
    pool.extract(namesOf('acme'), answersOf(64)).then(() => {
      done += 1;
    }),
  );
  await pool.extract(namesOf('other', 'Acme', { orgId: 'other' }), answersOf(1));
  assert.ok(done <= 4, `${done} calls of the other organisation came first`);
  await Promise.all(many);
  // Its queue is bounded: what is too much is refused, what waits is done.
  const flood = await Promise.allSettled(
    Array.from({ length: 600 }, () => pool.extract(namesOf('acme'), answersOf(1))),
  );
  const refused = flood.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.ok(refused.length > 0 && refused.length < 200, `${refused.length} refused`);
  assert.ok(refused.every(({ reason }) => reason.code === 'unavailable'));
});

test('closing finishes the calls under way and refuses others', async () => {
  const pool = new ExtractionPool({ threads: 1 });
  const call = pool.extract(namesOf('acme'), answersOf(200));
  const closed = pool.close();
  assert.equal((await call).length, 200);
  await closed;
  await pool.close();
  await assert.rejects(pool.extract(namesOf('acme'), answersOf(1)), /closed/);
  await new ExtractionPool().close();
});

test('threads end with the pool, and an idle pool does not keep the process alive', () => {
  const pool = new URL('../../src/extraction/pool.ts', import.meta.url).href;
  for (const last of ['await pool.close();', '']) {
    const script = `
      import { ExtractionPool } from ${JSON.stringify(pool)};
      const pool = new ExtractionPool({ threads: 2 });
      const brands = () => ${JSON.stringify(brandsCalled('Acme'))};
      const [extraction] = await pool.extract({ orgId: 'org', key: 'acme', brands }, ${JSON.stringify(answersOf(1))});
      ${last}
      console.log(extraction.observations[0].named);`;
    const args = ['--import', import.meta.resolve('tsx/esm'), '--input-type=module', '--eval', script];
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const child = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 20_000 });
    assert.deepEqual([child.status, child.stdout, child.stderr], [0, 'true\n', '']);
  }
});
