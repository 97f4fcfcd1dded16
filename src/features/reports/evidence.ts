import type { components } from '../../contract/generated/types.ts';

type Schemas = components['schemas'];
type Body = Schemas['QueriesReportParameters'];

/** The runs that explain a prompt's change. */
export interface Evidence {
  /** Runs of the range that do not name the brand (lost) or do (gained). */
  runs: number;
  names_brand: boolean;
  named_instead: { name: string; runs: number }[];
  run_ids: string[];
}

/** A row of a prompt that moved. */
export interface Moved {
  brand: { id: string };
  group: Record<string, string>;
  change: Schemas['Change'];
  evidence: Evidence | null;
}

const RUNS_SHOWN = 2;
const NAMES_SHOWN = 5;
/** The most bytes of prompt texts in a filter. */
const MOST_FILTER_BYTES = 500_000;

/**
 * Adds to each moved prompt the runs that explain its change: for a drop the runs without the brand, for a rise those
 * with it.
 * @param query the brands report, on the snapshot of the rows
 * @param body the report's, with the dimensions of the rows
 */
export async function addEvidence(
  query: (body: Schemas['BrandsReportParameters']) => Promise<readonly Schemas['BrandRow'][]>,
  rows: readonly Moved[],
  { compare_to: _, offset: __, ...body }: Omit<Body, 'limit'>,
): Promise<void> {
  for (const isNamed of [false, true]) {
    const wanted: Moved[] = [];
    let bytes = 0;
    for (const row of rows) {
      if ((row.change.points ?? 0) > 0 !== isNamed) continue;
      bytes += Buffer.byteLength(row.group['prompt'] ?? '');
      if (bytes <= MOST_FILTER_BYTES) wanted.push(row);
    }
    if (wanted.length === 0) continue;
    const texts = [...new Set(wanted.map(({ group }) => group['prompt'] ?? ''))];
    const filters: Body['filters'] = [
      ...(body.filters ?? []),
      { field: 'query', operator: 'in', values: texts },
      { field: 'mentioned', operator: 'in', values: [isNamed] },
    ];
    const request = { ...body, filters, include: ['competitors', 'evidence'], limit: 1000 };
    const found = await query(request as Schemas['BrandsReportParameters']);
    const behind = new Map(
      found.map((row) => [
        keyOf(row.brand.id, row.dimensions?.query?.queryText, row.dimensions?.platform),
        row,
      ]),
    );
    for (const row of wanted) {
      const { prompt, platform } = row.group;
      row.evidence = evidenceOf(behind.get(keyOf(row.brand.id, prompt, platform)), isNamed);
    }
  }
}

function keyOf(...parts: (string | undefined)[]): string {
  return JSON.stringify(parts);
}

function evidenceOf(row: Schemas['BrandRow'] | undefined, isNamed: boolean): Evidence {
  const competitors = row?.competitors ?? [];
  return {
    runs: row?.visibility_total ?? 0,
    names_brand: isNamed,
    named_instead: competitors
      .filter(({ visibility_count: runs }) => runs > 0)
      .toSorted((a, b) => b.visibility_count - a.visibility_count)
      .slice(0, NAMES_SHOWN)
      .map(({ name, visibility_count: runs }) => ({ name, runs })),
    run_ids: (row?.evidence?.run_ids ?? []).slice(0, RUNS_SHOWN),
  };
}
