import { buildDashboard } from './build-dashboard.ts';
import { buildDocs } from './build-docs.ts';
import { assetFile, htmlPage, type PageFile } from './page-file.ts';

/** The served pages for people. */
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
 * The pages, built at the first call in a process. A server calls it at its start; programs without pages, including
 * most tests, never do.
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
  const assets = [...dashboard.assets, ...docs.assets];
  return {
    dashboard: htmlPage(dashboard.html),
    docs: htmlPage(docs.reference, 'inline'),
    guides: new Map([...docs.guides].map(([name, html]) => [name, htmlPage(html)])),
    assets: new Map(assets.map((source) => [source.name, assetFile(source)])),
  };
}
