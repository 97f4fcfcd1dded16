import { counted, formatPercent } from '../../../../../presentation/numbers.ts';
import { call } from '../../../api/client.ts';
import { useData } from '../../../api/loading.ts';
import { Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { type Filters, platformName } from '../../../state/filters.ts';
import { HowAsked } from '../changes/how-asked.tsx';
import type { Query } from '../prompt-data.ts';

/** In what share of its answers a platform searched, where that is known; and the way to have it always search. */
export function SearchShare({
  brandId,
  text,
  filters,
  queries,
  onDone,
}: {
  brandId: string;
  text: string;
  filters: Filters;
  queries: readonly Query[];
  onDone: () => void;
}) {
  // The API lists answers of one platform or of all.
  const platform = filters.platforms[0] ?? null;
  const query = {
    brandId,
    queryText: text,
    startDate: filters.start,
    endDate: filters.end,
    platform,
    limit: 1,
    state: 'COMPLETED' as const,
  };
  const count = async (searched: 'YES' | 'NO' | 'UNKNOWN') =>
    (await call('listRuns', { query: { ...query, searched } })).total;
  const shares = useData(['searches of prompt', query], async () => {
    const [yes, no, unknown] = await Promise.all([count('YES'), count('NO'), count('UNKNOWN')]);
    return { yes, no, unknown };
  });
  const choosing = queries.filter(({ archived, search }) => !archived && search !== 'ALWAYS');
  return (
    <Loaded of={shares}>
      {({ yes, no, unknown }) => (
        <p>
          {yes + no === 0
            ? 'No answer says whether the platform searched the web. '
            : `The platform searched the web for ${formatPercent((100 * yes) / (yes + no))} of ${counted(yes + no, 'answer')}. `}
          {unknown > 0 && yes + no > 0 && `Of ${unknown} more that is not known. `}
          {platform !== null && filters.platforms.length > 1 && `Those of ${platformName(platform)}. `}
          {no > 0 && choosing.length > 0 && (
            <Acts acts={[alwaysSearch]} on={choosing} size="small" onDone={onDone} />
          )}
        </p>
      )}
    </Loaded>
  );
}

const alwaysSearch: Act<readonly Query[]> = {
  label: 'Have it always search',
  operation: 'updateQuery',
  dialog: (queries, ends) => <HowAsked queries={queries} search="ALWAYS" {...ends} />,
};
