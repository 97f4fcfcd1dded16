import type { Schemas } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { answerQuery, type Filters } from '../../state/filters.ts';
import { useRoute } from '../../state/route.ts';

export type SourceType = Schemas['SourceType'];

/** The filter bar as the lists of cited sources take it: one platform, or all. */
export function citationQuery(filters: Filters) {
  const {
    brand,
    start,
    end,
    platforms: [platform, ...others],
    tag,
    branded,
  } = filters;
  return {
    startDate: start,
    endDate: end,
    ...(brand === null ? {} : { brandId: brand }),
    ...(platform === undefined || others.length > 0 ? {} : { platform }),
    ...(tag === null ? {} : { tag }),
    ...(branded === null ? {} : { branded }),
    ...answerQuery(filters),
  };
}

/** What narrows the lists beside the filter bar, as the address has it. */
export interface Narrowed {
  sourceType: SourceType | null;
  domain: string | null;
  /** Whether the answers name the brand; null: both. */
  namesBrand: boolean | null;
}

export function useNarrowed(): Narrowed {
  const { params } = useRoute();
  const type = params.get('type');
  const names = params.get('names');
  return {
    sourceType: type !== null && type in SOURCE_TYPE_NAMES ? (type as SourceType) : null,
    domain: params.get('domain'),
    namesBrand: names === 'true' ? true : names === 'false' ? false : null,
  };
}

/** The same as the lists take it. */
export const narrowedQuery = ({ sourceType, domain, namesBrand }: Narrowed) => ({
  ...(sourceType === null ? {} : { sourceType }),
  ...(domain === null ? {} : { domain }),
  ...(namesBrand === null ? {} : { namesBrand }),
});

/** The share of a whole in percent; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;
