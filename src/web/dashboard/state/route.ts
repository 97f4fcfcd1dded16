import type { components } from '../../../contract/generated/types.ts';
import { Store, useStore } from './store.ts';

export type ViewScreen = components['schemas']['ViewScreen'];

/** The screens that can be saved as views. */
export const VIEW_SCREENS: readonly string[] = [
  'overview',
  'opportunities',
  'prompts',
  'sources',
  'compare',
  'coverage',
] satisfies ViewScreen[];

/** Filters of one value each, beside the platforms. */
export const NARROWING = ['branded', 'tag', 'topic', 'surface', 'searched', 'country', 'model'] as const;

/** What the hash of the address names: `#/prompts/019a…?brand=…&range=30d`. */
export interface Route {
  /** The first part of the path; 'overview' for none. */
  screen: string;
  /** The parts after it, such as an id. */
  path: string[];
  params: URLSearchParams;
}

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', ...rest] = path.split('/').map(decoded);
  return { screen: screen || 'overview', path: rest, params: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const route = new Store(parse(location.hash));
addEventListener('hashchange', () => {
  const before = route.value;
  route.set(parse(location.hash));
  // A new screen begins at its top.
  if (before.screen !== route.value.screen || before.path.join() !== route.value.path.join()) scrollTo(0, 0);
});

/** The parameters that go with a person from screen to screen: the filter bar. */
export const FILTER_BAR = ['brand', 'range', 'platform', ...NARROWING];

export function useRoute(): Route {
  return useStore(route);
}

/**
 * The address of a view. The filter bar's parameters are kept, others not.
 * @param path such as 'prompts' or `answer/${id}`
 * @param changes parameters to set; null takes one away
 */
export function href(path: string, changes: Record<string, string | null> = {}): string {
  const params = new URLSearchParams();
  for (const name of FILTER_BAR)
    for (const value of route.value.params.getAll(name)) params.append(name, value);
  for (const [name, value] of Object.entries(changes))
    if (value === null) params.delete(name);
    else params.set(name, value);
  const query = params.toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

export function go(path: string, changes: Record<string, string | null> = {}): void {
  location.hash = href(path, changes);
}

/** The address of the view that is shown, with other parameters. */
export function here(changes: Record<string, string | null>): string {
  const { screen, path, params } = route.value;
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  const query = next.toString();
  return `#/${[screen, ...path].map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Changes parameters of the view that is shown. Going back undoes it. */
export function setParams(changes: Record<string, string | null>): void {
  location.hash = here(changes);
}
