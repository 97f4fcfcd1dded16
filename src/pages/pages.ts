import { buildDashboard } from './build-dashboard.ts';
import { buildDocs } from './build-docs.ts';
import { assetFile, htmlPage, type PageFile } from './page-file.ts';

/** The pages for people, as they are served. */
export interface Pages {
  dashboard: PageFile;
  docs: PageFile;
  /** By name. */
  guides: ReadonlyMap<string, PageFile>;
  /** By name. */
  assets: ReadonlyMap<string, PageFile>;
}

let built: Promise<Pages> | undefined;

/**
 * The pages, built at the first call in a process. A server calls it at its start; programs without pages, most tests
 * among them, never do.
 */
export function getPages(): Promise<Pages> {
  built ??= buildPages().catch((error: unknown) => {
    built = undefined;
    throw error;
  });
  return built;
}

async function buildPages(): Promise<Pages> {
  const [dashboard, docs] = await Promise.all([buildDashboard(), buildDocs()]);
  return {
    dashboard: await htmlPage(dashboard.html),
    docs: await htmlPage(docs.reference, 'inline'),
    guides: await mapOf(docs.guides, ([name, html]) => [name, htmlPage(html)]),
    assets: await mapOf([...dashboard.assets, ...docs.assets], (source) => [source.name, assetFile(source)]),
  };
}

async function mapOf<T>(
  sources: Iterable<T>,
  fileOf: (source: T) => [name: string, file: Promise<PageFile>],
): Promise<Map<string, PageFile>> {
  const files = [...sources].map(fileOf);
  return new Map(await Promise.all(files.map(async ([name, file]) => [name, await file] as const)));
}
