import { newId, type OrgId } from '../../../base/ids.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { rows } from '../../../db/rows.ts';
import { EXTRACTION_VERSION } from '../../../extraction/version.ts';
import { noteRunsChanged } from '../../../snapshots/changes.ts';
import { removeOrphans } from '../../corrections/applying.ts';
import { joinCorrections } from '../../corrections/joined-mentions.ts';
import { followNames } from '../../prompts/branded.ts';
import type { AnswerReader } from '../answer-reader.ts';
import { citationsFrom } from '../citations-from.ts';
import { isCurrentLexicon } from '../names-version.ts';
import { writeExtractions } from '../observations.ts';
import { Effects } from './effect.ts';
import { beginPass, endPass, extractAgain, nextRuns, type Pass, type ReadRun, type Scope } from './pass.ts';
import { type Reading, recordBatch, recordEnd } from './records.ts';
import { isSame, saysSame, storedExtractions, withModelScores } from './stored.ts';

/** The progress of a pass. */
export interface Progress {
  /** Runs extracted so far. */
  read: number;
  /** How many of them have a different result now. */
  changed: number;
}

/**
 * Extracts again from stored answers and writes the extractions that differ. A run whose answer cannot be read keeps
 * its extraction. At the end it updates which prompts name their brand by the current names.
 *
 * A new version of the program changes no history by itself: without `scope`, only the answers affected by a change of
 * names are read, by the present version. A person may request more; such rereadings are recorded for each brand.
 * @param options.onProgress called after each batch
 * @param options.signal ends it after the batch under way; the next call continues
 * @param options.mostChanges it ends after this many changes of the names meanwhile; the next call continues
 * @returns how many runs were extracted; runs without a changed name do not count
 * @throws AppError not_found for the organisation, unavailable if too many of its answers wait for extraction
 */
export async function reextract(
  db: Db,
  reader: AnswerReader,
  orgId: OrgId,
  {
    scope = 'CONCERNED',
    onProgress,
    signal,
    mostChanges = Number.POSITIVE_INFINITY,
  }: {
    scope?: Scope;
    onProgress?: (done: Progress) => void;
    signal?: AbortSignal;
    mostChanges?: number;
  } = {},
): Promise<number> {
  const reading = scope === 'CONCERNED' ? null : { id: newId(), startedAt: new Date() };
  const done: Progress = { read: 0, changed: 0 };
  let after = '';
  let pass: Pass | undefined;
  let changes = -1;
  for (;;) {
    if (signal?.aborted) return done.read;
    const lexicon = await reader.currentLexicon(orgId);
    if (pass?.lexicon.version !== lexicon.version) {
      changes += 1;
      if (changes >= mostChanges) return done.read;
      pass = await beginPass(db, orgId, scope, lexicon, after);
    }
    const runs = await nextRuns(db, orgId, pass, after);
    const last = runs.at(-1);
    if (!last) {
      if (!pass.isSecondPart && pass.from !== '') {
        pass.isSecondPart = true;
        after = '';
        continue;
      }
      if (!(await followNames(db, orgId, lexicon, signal))) continue;
      await endPass(db, orgId, lexicon);
      if (reading) await recordEnd(db, orgId, reading);
      return done.read;
    }
    const { read } = await extractAgain(reader, orgId, pass, runs);
    const changed = read.length === 0 ? 0 : await writeChanged(db, orgId, pass, read, reading);
    // The lexicon changed meanwhile: extract the same runs once more by the new one.
    if (changed === null) continue;
    after = last.id;
    done.read += read.filter(({ run }) => !run.isForgotten).length;
    done.changed += changed;
    onProgress?.(done);
  }
}

/** Gives the sources of forgotten answers the types that follow from the websites now; nothing else of them changes. */
async function retypeForgotten(tx: Tx, orgId: OrgId, read: ReadRun[]): Promise<void> {
  const forgotten = read.filter(({ run }) => run.isForgotten);
  const cited = forgotten.flatMap(({ run: { id, day }, extraction }) =>
    extraction.citations.map(({ url, sourceType: type, pageType }) => ({
      id,
      day,
      url,
      type,
      page: pageType,
    })),
  );
  if (cited.length === 0) return;
  const changed = await tx<{ day: string }[]>`
    update citations c set source_type = n.type, page_type = n.page
    from ${rows(tx, 'n(id text, day text, url text, type text, page text)', cited)}
    where c.org_id = ${orgId} and c.run_id = n.id and c.url = n.url and c.source_type <> n.type returning n.day`;
  const days = changed.map(({ day }) => day);
  await noteRunsChanged(tx, orgId, days);
}

/**
 * Writes the extractions that differ from the stored ones, or that replace an older version's.
 * @param reading the record to add the changes to; null: none
 * @returns how many runs have a different result now; null if the lexicon changed meanwhile and nothing was written
 */
async function writeChanged(
  db: Db,
  orgId: OrgId,
  { lexicon, scope, renamed }: Pass,
  read: ReadRun[],
  reading: Reading | null,
): Promise<number | null> {
  return db.tenant(orgId, async (tx) => {
    if (!(await isCurrentLexicon(tx, orgId, lexicon))) return null;
    await retypeForgotten(tx, orgId, read);
    // Another process may be writing the same runs, and some may have been deleted or forgotten.
    const locked = await tx<{ id: string; extractionVersion: number }[]>`
      select id, extraction_version as "extractionVersion" from runs
      where org_id = ${orgId} and id = any(${read.map(({ run }) => run.id)}) and forgotten_at is null
      order by id for update`;
    const versions = new Map(locked.map(({ id, extractionVersion }) => [id, extractionVersion]));
    const stored = await storedExtractions(tx, orgId, [...versions.keys()]);
    const orphaned = await removeOrphans(tx, orgId, [...versions.keys()]);
    const effects = new Effects();
    let changed = 0;
    const written = read.flatMap(({ run, extraction }) => {
      const [before, extractionVersion] = [stored.get(run.id), versions.get(run.id)];
      if (!before || extractionVersion === undefined) return [];
      const after = withModelScores(extraction, before, renamed);
      effects.add({ ...run, extractionVersion }, before, after);
      if (!saysSame(before, after)) changed += 1;
      const isCurrent = extractionVersion >= EXTRACTION_VERSION && scope !== 'ALL';
      const isUnchanged = isCurrent && isSame(before, after) && !orphaned.has(run.id);
      return isUnchanged ? [] : [{ run, extraction: after }];
    });
    if (reading) await recordBatch(tx, orgId, reading, effects);
    if (written.length === 0) return changed;
    const ids = written.map(({ run }) => run.id);
    await joinCorrections(
      tx,
      orgId,
      written.map(({ run: { id, brandId }, extraction: { citations } }) => ({ id, brandId, citations })),
    );
    for (const table of ['observations', 'machine_observations', 'citations', 'mentions'])
      await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id = any(${ids})`;
    const languages = written.map(({ run, extraction }) => ({
      id: run.id,
      language: extraction.language,
      of_text: citationsFrom('TEXT', extraction),
    }));
    await tx`update runs r set extraction_version = ${EXTRACTION_VERSION}, lexicon_version = ${lexicon.version},
        language = l.language,
        citations_from = case when r.citations_from like 'TEXT%' then l.of_text else r.citations_from end
      from ${rows(tx, 'l(id text, language text, of_text text)', languages)}
      where r.org_id = ${orgId} and r.id = l.id`;
    await writeExtractions(
      tx,
      orgId,
      written.map(({ run, extraction }) => ({ runId: run.id, brandId: run.brandId, extraction })),
    );
    await noteRunsChanged(
      tx,
      orgId,
      written.map(({ run }) => run.day),
    );
    return changed;
  });
}
