import { useAccess } from '../../api/access.ts';
import { call, type Schemas } from '../../api/client.ts';
import { type Data, useData } from '../../api/loading.ts';
import { useFilters } from '../../state/filters.ts';

/**
 * What there is already. The steps follow from it alone, so that a person may leave and go on later, on another machine
 * too.
 */
export interface Setup {
  brand: Schemas['Brand'] | null;
  competitors: Schemas['Competitor'][];
  prompts: number;
  answers: number;
  integrations: Schemas['Integration'][];
  keys: number;
}

export interface StepProps {
  setup: Setup;
  /** Reads anew what there is. */
  reload: () => void;
}

export const STEPS = [
  ['brand', 'Your brand'],
  ['names', 'Names and competitors'],
  ['prompts', 'Prompts'],
  ['answers', 'Where answers come from'],
  ['report', 'First report'],
] as const;
export type StepName = (typeof STEPS)[number][0];

/** The set-up of the brand that is chosen in the address, or of the first one made. */
export function useSetup(): Data<Setup> {
  const can = useAccess();
  const { brand: chosen } = useFilters();
  return useData(['welcome', chosen], async () => {
    const { data: brands } = await call('listBrands', { query: { limit: 1000 } });
    const brand =
      brands.find(({ id }) => id === chosen) ?? brands.toSorted((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null;
    const none = { data: [], total: 0 };
    const query = { brandId: brand?.id ?? '', limit: 1 };
    const [competitors, prompts, runs, integrations, keys] = await Promise.all([
      brand === null ? none : call('listCompetitors', { path: { id: brand.id }, query: { limit: 1000 } }),
      brand === null ? none : call('listQueries', { query }),
      brand === null ? none : call('listRuns', { query: { ...query, state: 'COMPLETED' } }),
      can('listIntegrations') ? call('listIntegrations', { query: { limit: 100 } }) : none,
      can('listApiKeys') ? call('listApiKeys', { query: { limit: 1 } }) : none,
    ]);
    return {
      brand,
      competitors: competitors.data,
      prompts: prompts.total,
      answers: runs.total,
      integrations: integrations.data,
      keys: keys.total,
    };
  });
}

/** Whether nothing is left to do in a step. */
export function isDone(step: StepName, setup: Setup): boolean {
  if (step === 'brand') return setup.brand !== null;
  if (step === 'names') return setup.competitors.length > 0;
  if (step === 'prompts') return setup.prompts > 0;
  if (step === 'answers')
    return (
      setup.answers > 0 || setup.integrations.some((one) => isPlatform(one) && one.lastCheck?.ok !== false)
    );
  return false;
}

export const isPlatform = ({ kind, isActive }: Schemas['Integration']): boolean =>
  isActive && (kind === 'PLATFORM' || kind === 'CAPTURE');

/** Where a person goes on. */
export const nextStep = (setup: Setup): StepName =>
  STEPS.find(([step]) => !isDone(step, setup))?.[0] ?? 'report';
