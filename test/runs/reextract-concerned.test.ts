import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tx } from '../../src/db/client.ts';
import { extract } from '../../src/extraction/extract.ts';
import { compileLexicon } from '../../src/extraction/names/lexicon.ts';
import type { Answer } from '../../src/extraction/types.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { updateBrand } from '../../src/features/brands/brands.ts';
import {
  createCompetitor,
  deleteCompetitor,
  updateCompetitor,
} from '../../src/features/brands/competitors.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { loadLexicon } from '../../src/features/brands/lexicon.ts';
import { withApp } from '../support/callers/organisation.ts';
import type { TestOrganisation } from '../support/server/app.ts';

const app = await withApp({ JOBS: 'apart' });

const sqlOf = (org: TestOrganisation) => {
  const { db } = app.app.services;
  return <T>(work: (tx: Tx) => Promise<T>) => db.tenant(org.id, work);
};

/** What is kept of every run, and which transaction wrote it. */
async function kept(org: TestOrganisation) {
  return sqlOf(org)(
    (tx) => tx<
      (Answer & { id: string; observations: object[]; kinds: string[]; mentions: number; written: string })[]
    >`
      select r.id, r.brand_id as "brandId", r.answer, r.sentiment_score::float8 / 100 as "sentimentScore",
        (select json_agg(json_build_object('subjectId', o.subject_id, 'kind', o.kind, 'named', o.named, 'unknown', o.unknown, 'position', o.position,
                         'sentiment', o.sentiment, 'sentimentReader', o.sentiment_reader, 'snippet', o.snippet,
                         'namedAs', o.named_as, 'namingRule', o.naming_rule) order by o.subject_id)
         from observations o where o.org_id = r.org_id and o.run_id = r.id) as observations,
        (select coalesce(json_agg(json_build_object('url', c.url, 'title', c.title) order by c.ordinal), '[]')
         from citations c where c.org_id = r.org_id and c.run_id = r.id) as citations,
        (select coalesce(json_agg(c.source_type order by c.ordinal), '[]') from citations c where c.org_id = r.org_id and c.run_id = r.id) as kinds,
        (select count(*) from mentions m where m.org_id = r.org_id and m.run_id = r.id) as mentions,
        concat(r.xmin, (select string_agg(o.xmin::text, ' ' order by o.subject_id) from observations o where o.org_id = r.org_id and o.run_id = r.id))
          as written
      from runs r where r.org_id = ${org.id} order by r.external_id`,
  );
}

/** Asserts that all is kept as reading every answer anew would write it. */
async function assertCurrent(org: TestOrganisation, what: string): Promise<void> {
  const names = await sqlOf(org)((tx) => loadLexicon(tx, org.id));
  const lexicon = compileLexicon(names!.brands);
  for (const { id, observations, kinds, mentions, written: _, ...answer } of await kept(org)) {
    const anew = extract(lexicon, answer);
    const bySubject = anew.observations.toSorted((a, b) => (a.subjectId < b.subjectId ? -1 : 1));
    const { named } = anew.observations[0]!;
    assert.deepEqual(
      { observations, kinds, mentions },
      {
        observations: bySubject,
        kinds: anew.citations.map(({ sourceType }) => sourceType),
        mentions: named ? Math.max(1, anew.citations.length) : 0,
      },
      `${what}: run ${id}, ${JSON.stringify(answer.answer)}`,
    );
  }
}

/** Numbers from 0 to below `most`, the same for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const NAMES = [
  'Acme',
  'ACME',
  'Acme Pro',
  'Pro Max',
  'Foo',
  'Foo & Co',
  'Ümlaut',
  'HP',
  'HP Envy',
  'Ring',
  'Booking.com',
  'A. B',
];
const WORDS = [
  ...NAMES,
  'acme',
  'hp',
  'umlaut',
  'ring',
  'b',
  'good',
  'terrible',
  'and',
  'the',
  '**Ac**me',
  'Foo &amp; Co',
  'x.acme.com',
];
const GAPS = [' ', ' ', ' ', '. ', '\n\n', ', ', '-'];
const SITES = [null, 'https://acme.example', 'https://foo.example', 'https://www.reddit.com/r/acme'];

/** Rounds of changes, and where they begin. */
const ROUNDS = Number(process.env['REEXTRACT_ROUNDS'] ?? 3);
const SEED = Number(process.env['REEXTRACT_SEED'] ?? 20_261_122);

test('whatever names change, however passes end: all reads as if every answer was read again', async () => {
  const below = dice(SEED);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const some = (most: number) => [...new Set(Array.from({ length: below(most + 1) }, () => one(NAMES)))];
  const namesLike = () => ({
    website: one(SITES),
    aliases: some(3),
    ...(below(2) ? { caseSensitive: some(2) } : {}),
  });

  const org = await app.organisation({ brands: [{ name: 'One' }, { name: 'Two', aliases: ['Acme'] }] });
  const { db, ingestion } = app.app.services;
  const actor = operator(org.id);
  let runs = 0;
  const ingest = (count: number) =>
    app.ingest(
      org,
      Array.from({ length: count }, () => ({
        externalId: String(runs++).padStart(5, '0'),
        brand: below(2) ? 'One' : 'Two',
        answer: Array.from({ length: 1 + below(7) }, () => one(WORDS) + one(GAPS)).join(''),
        citations: SITES.slice(1, 1 + below(4)).map((url) => ({ url: `${url}/page` })),
      })),
    );
  const change = async (): Promise<void> => {
    const { brands } = (await db.tenant(org.id, (tx) => loadLexicon(tx, org.id)))!;
    const brand = one(brands);
    const rival = brand.competitors.length > 0 ? one(brand.competitors) : undefined;
    const name = one(NAMES);
    const isTaken = brand.competitors.some((competitor) => competitor.name === name);
    switch (below(7)) {
      case 0:
        await putBrands(db, org.id, [{ name: one(NAMES), ...namesLike() }]);
        break;
      case 1:
      case 2:
        await db.tenant(org.id, (tx) => updateBrand(tx, actor, brand.id, namesLike()));
        break;
      case 3:
        await db.tenant(org.id, (tx) =>
          updateBrand(tx, actor, brand.id, { description: `${below(9)}`, archived: below(2) === 0 }),
        );
        break;
      case 4:
        if (!isTaken) await createCompetitor(db, actor, brand.id, { name, ...namesLike() });
        break;
      case 5:
        if (rival)
          await db.tenant(org.id, (tx) =>
            updateCompetitor(tx, actor, rival.id, isTaken ? namesLike() : { name }),
          );
        break;
      default:
        if (rival) await db.tenant(org.id, (tx) => deleteCompetitor(tx, actor, rival.id));
    }
  };
  await ingest(260);
  await ingestion.reextract(org.id);
  let read = 0;
  let rounds = 0;
  const { reader } = ingestion;
  const extractOnly = reader.extract.bind(reader);
  /** Has names change between reading and writing, the next times that answers are read. */
  const changeInBetween = (times: number) => {
    let left = times;
    reader.extract = async (...call) => {
      const outcomes = await extractOnly(...call);
      if (left > 0) {
        left -= 1;
        await change();
      }
      return outcomes;
    };
  };
  for (; rounds < ROUNDS; rounds += 1) {
    for (let changes = below(3); changes >= 0; changes -= 1) {
      await change();
      if (below(4) === 0) await ingest(10);
      if (below(4) === 0) {
        changeInBetween(5);
        await ingest(10);
        reader.extract = extractOnly;
      }
    }
    if (below(3) === 0) {
      // A pass that ends in the middle, and one in which names change between reading and writing.
      const stop = new AbortController();
      await ingestion.reextract(org.id, { signal: stop.signal, onProgress: () => stop.abort() });
      await change();
      changeInBetween(1);
    }
    read += await ingestion.reextract(org.id);
    reader.extract = extractOnly;
    await assertCurrent(org, `seed ${SEED}, round ${rounds}`);
  }
  assert.equal(await ingestion.reextract(org.id), 0);
  assert.ok(read < 0.9 * rounds * runs, `${read} of ${rounds * runs} were read`);
});

test('a change reads and writes the runs it concerns, and rows only that say something else', async () => {
  const org = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: 'Halden' }],
  });
  const { db, ingestion } = app.app.services;
  const citations = [{ url: 'https://lamps.example/best' }];
  await app.ingest(
    org,
    [
      { brand: 'Lumenfold', answer: 'Lumenfold, then Gleamwell.', citations },
      { brand: 'Lumenfold', answer: 'The Foldy lamp.' },
      { brand: 'Halden', answer: 'Halden. Zephyr.', citations },
      { brand: 'Halden', answer: 'Nobody.' },
    ].map((run, at) => ({ externalId: `run-${at}`, ...run })),
  );
  await ingestion.reextract(org.id);
  /** The runs that a change has read, and those it has written. */
  const after = async (change: () => Promise<unknown>): Promise<[number, number[]]> => {
    const before = await kept(org);
    await change();
    const read = await ingestion.reextract(org.id);
    const now = await kept(org);
    await assertCurrent(org, 'after a change');
    return [read, before.flatMap(({ written }, at) => (written === now[at]?.written ? [] : [at]))];
  };
  const put = (brand: Parameters<typeof putBrands>[2][number]) => () => putBrands(db, org.id, [brand]);
  assert.deepEqual(await after(put({ name: 'Unrelated', aliases: ['Nothing like it'] })), [0, []]);
  assert.deepEqual(await after(put({ name: 'Lumenfold', description: 'Lamps' })), [0, []]);
  assert.deepEqual(await after(put({ name: 'Zephyr' })), [1, [2]]);
  assert.deepEqual(await after(put({ name: 'Lumenfold', aliases: ['Foldy'] })), [1, [1]]);
  assert.deepEqual(await after(put({ name: 'Lumenfold', aliases: [] })), [1, [1]]);
  // A rival of another brand is named, but not for this one: read, and nothing to write.
  assert.deepEqual(await after(put({ name: 'Halden', competitors: [{ name: 'lamp' }] })), [1, []]);
  // A website concerns what answers about its brand cite; here one of two cites it.
  assert.deepEqual(await after(put({ name: 'Halden', website: 'https://lamps.example' })), [2, [2]]);
  assert.deepEqual(await after(put({ name: 'Halden', website: 'https://lamps.example' })), [0, []]);
});

test('answers are held in memory by their bytes [long]', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const { ingestion } = app.app.services;
  const long = 'Lumenfold is good. '.repeat(45_000);
  const citations = Array.from({ length: 400 }, (_, at) => ({
    url: `https://a.example/${at}/${'x'.repeat(4_000)}`,
  }));
  await app.ingest(
    org,
    Array.from({ length: 8 }, () => ({ brand: 'Lumenfold', answer: long })),
  );
  await app.ingest(
    org,
    Array.from({ length: 3 }, () => ({ brand: 'Lumenfold', answer: 'x', citations })),
  );
  const { reader } = ingestion;
  const extractOnly = reader.extract.bind(reader);
  const sizes: number[] = [];
  reader.extract = (orgId, names, answers, only) => {
    sizes.push(JSON.stringify(answers).length);
    return extractOnly(orgId, names, answers, only);
  };
  assert.equal(await ingestion.reextract(org.id, { scope: 'ALL' }), 11);
  reader.extract = extractOnly;
  assert.ok(Math.max(...sizes) < 6 * 1024 * 1024, sizes.join());
});
