import type { BrokenDown } from '../breakdown/request.ts';
import { type Query, ReportSql } from '../report-sql.ts';
import type { ReportCall, ReportParameters } from '../reports.ts';

/** The origin of a file with a report, as written into it. */
export interface Origin {
  report: BrokenDown;
  /** null: all brands. An unknown brand is named by its id. */
  brand: string | null;
  start: string;
  end: string;
  snapshotId: string;
}

export const REPORT_NAMES: Record<BrokenDown, string> = {
  reportBrands: 'Brands',
  reportQueries: 'Queries',
  reportMentions: 'Mentions',
  reportSources: 'Sources',
  reportSearches: 'Searches',
};

const BRAND_NAME = ReportSql.of<{ name: string }>(
  'the name of a brand',
  'select b.name from snapshot.brands b where b.org_id = $org and b.id = $brand',
  ['name'],
);

/** Name of the requested brand, for those who may know it. @param query runs a statement with the report's values */
export async function brandName(
  { brand, allowed }: Pick<ReportParameters, 'brand' | 'allowed'>,
  query: Query,
): Promise<string | null> {
  if (brand === null) return null;
  if (allowed !== null && !allowed.includes(brand)) return brand;
  const [found] = await query(BRAND_NAME);
  return found?.name ?? brand;
}

/** Whether an answer is a file with a name, rather than text for a program. */
export function isFile({ form, csv }: Pick<ReportCall, 'form' | 'csv'>): boolean {
  return form === 'xlsx' || csv !== undefined;
}

/** The name of an answer that is a file. */
export function fileNameOf(call: Pick<ReportCall, 'form' | 'csv'>, origin: Origin): string | undefined {
  return isFile(call) ? reportFileName(origin, call.form as string) : undefined;
}

/** Characters of a brand's name in the name of a file. */
const MOST_CHARACTERS = 60;

/** The name of a file with a report: sightline-brands_Lumenfold_2026-10-01_2026-10-31_<snapshot>.xlsx */
export function reportFileName({ report, brand, start, end, snapshotId }: Origin, extension: string): string {
  const about = brand === null ? 'all-brands' : fileNamePart(brand);
  return `sightline-${REPORT_NAMES[report].toLowerCase()}_${about}_${start}_${end}_${snapshotId}.${extension}`;
}

/** A text that separates neither folders nor parts of a file's name. The dashboard names its files so too. */
function fileNamePart(text: string): string {
  const letters = [...text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')];
  return (
    letters
      .slice(0, MOST_CHARACTERS)
      .join('')
      .replaceAll(/^-+|-+$/g, '') || 'brand'
  );
}

/** Content-Disposition (RFC 6266) of a file to be saved. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7E]+/g, '-');
  const all = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`;
  return `attachment; filename="${ascii}"${all}`;
}
