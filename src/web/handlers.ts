import { notFound } from '../base/errors.ts';
import { matchesEtag } from '../base/etags.ts';
import { type Handlers, Rendered } from '../server/dispatch/handler.ts';
import type { HttpRequest } from '../server/dispatch/request.ts';
import type { PageFile } from './page-file.ts';
import { getPages } from './pages.ts';

export const pages = {
  getDashboard: async ({ request }) => served(request, (await getPages()).dashboard),
  getDocs: async ({ request }) => served(request, (await getPages()).docs),
  getGuide: async ({ request, params }) =>
    served(request, (await getPages()).guides.get(params.guide) ?? notFoundHere('guide')),
  getAsset: async ({ request, params }) =>
    served(request, (await getPages()).assets.get(params.file) ?? notFoundHere('file')),
} satisfies Partial<Handlers>;

function notFoundHere(what: string): never {
  throw notFound(what);
}

/** The response with a file, or 304 if the client has it already. */
function served(request: HttpRequest, { body, headers, mediaType }: PageFile) {
  if (matchesEtag(request.headers['if-none-match'], headers['ETag'] ?? ''))
    return { status: 304 as const, headers };
  return { status: 200 as const, body: new Rendered<string>(body, mediaType), headers };
}
