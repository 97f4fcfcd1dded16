import { createHash } from 'node:crypto';
import { notFound } from '../../base/errors.ts';
import {
  changedLexicon,
  type LexiconInput,
  type LexiconSubject,
  type OrganisationLexicon,
} from './lexicon.ts';

/** Changes of a brand's or competitor's names. */
export type NamesChanges = Partial<Omit<LexiconInput, 'website' | 'websites'>>;

/** Unsaved changes of the names of a brand or competitor. */
export interface NamesDraft extends NamesChanges {
  /** Id of the brand or competitor. */
  subjectId: string;
}

/**
 * The lexicon as it would be if a draft were saved.
 * @param path the prefix of the draft's fields in messages
 * @throws AppError not_found for a brand or competitor that is not in the lexicon, validation_error as
 *   `changedLexicon` does
 */
export function withDraft(
  lexicon: OrganisationLexicon,
  { subjectId, ...changes }: NamesDraft,
  path = '',
): OrganisationLexicon {
  let isFound = false;
  const changed = <Subject extends LexiconSubject>(subject: Subject): Subject => {
    if (subject.id !== subjectId) return subject;
    isFound = true;
    return { ...subject, ...changedLexicon(subject, changes, path) };
  };
  const brands = lexicon.brands.map((brand) => ({
    ...changed(brand),
    competitors: brand.competitors.map(changed),
  }));
  if (!isFound) throw notFound('brand or competitor');
  const draft = createHash('sha256')
    .update(JSON.stringify([subjectId, changes]))
    .digest('base64url');
  return { ...lexicon, brands, draft };
}
