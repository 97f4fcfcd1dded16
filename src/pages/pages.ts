import { buildDashboard } from './build-dashboard.ts';
import { assetFile, htmlPage, type PageFile, type PageSource } from './page-file.ts';

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
  const dashboard = await buildDashboard();
  return {
    dashboard: await htmlPage(dashboard.html),
    docs: await htmlPage(dashboard.html),
    guides: new Map(),
    assets: await assetsOf(dashboard.assets),
  };
}

async function assetsOf(sources: readonly PageSource[]): Promise<Map<string, PageFile>> {
  return new Map(
    await Promise.all(sources.map(async (source) => [source.name, await assetFile(source)] as const)),
  );
}
