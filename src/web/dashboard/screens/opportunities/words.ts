import type { Schemas } from '../../api/client.ts';
import { href } from '../../state/route.ts';

export type Opportunity = Schemas['Opportunity'];
export type Kind = Schemas['OpportunityKind'];
export type State = Schemas['OpportunityState'];
export type Mark = Schemas['OpportunityMark'];

export const KINDS: Record<Kind, string> = {
  SOURCE: 'Sources',
  PROMPT: 'Prompts',
  CRITICISM: 'Criticism',
  OWN_PAGE: 'Your pages',
};
export const STATES: Record<State, string> = {
  OPEN: 'To do',
  WATCHED: 'Watched',
  DONE: 'Done',
  DISMISSED: 'Dismissed',
};

export const isKind = (value: string | null): value is Kind => value !== null && value in KINDS;
export const isState = (value: string | null): value is State => value !== null && value in STATES;

/** What the server says to do, with the filter bar of now. */
export function actHref({ url }: Schemas['OpportunityAct']): string {
  const [path = '', query = ''] = (url.split('#/')[1] ?? '').split('?', 2);
  return href(path, Object.fromEntries(new URLSearchParams(query)));
}

/** The address of what it is about. */
export function subjectHref({ kind, subject }: Pick<Mark, 'kind' | 'subject'>): string {
  if (kind === 'SOURCE') return href(`sources/domain/${encodeURIComponent(subject)}`);
  if (kind === 'OWN_PAGE') return href('sources/urls', { type: 'BRAND_SITE' });
  return href(`prompts/${encodeURIComponent(subject)}`);
}
