import type { Config } from '../../base/config.ts';
import { unavailable } from '../../base/errors.ts';
import { matchesEtag } from '../../base/etags.ts';
import { type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import type { HttpRequest } from '../../server/dispatch/request.ts';
import { type FixedDocument, servedJson, servedYaml } from '../../server/health/served-documents.ts';
import { ageSeconds, expectedInterval, snapshotFailure } from '../../snapshots/freshness.ts';

export const health = {
  getHealth: ({ services }) => {
    const snapshot = services.reports.current();
    return {
      status: 200,
      body: {
        status: 'ok',
        version: services.version,
        registration: services.config.registration,
        singleSignOn: waysIn(services.config),
        snapshot: snapshot && { id: snapshot.id, ageSeconds: ageSeconds(snapshot) },
      },
    };
  },

  getReadiness: async ({ services, query }) => {
    if (services.isDraining()) throw unavailable('The server is shutting down.');
    const snapshot = services.reports.current();
    const trouble = services.reports.trouble();
    if (!snapshot) throw unavailable(trouble ?? 'There is no snapshot yet. Try again shortly.');
    const { reportEngine } = services.config;
    // With REPORT_ENGINE=postgres reports need the database too.
    const needsWrites = query.for === 'writes' || reportEngine === 'postgres';
    const failure = await services.writes.failure(needsWrites ? undefined : CHECK_TIMEOUT_MS);
    if (failure !== null && needsWrites) throw unavailable(`Writes fail. ${failure}`);
    const checks = {
      writes: checkOf(failure),
      snapshot: {
        ...checkOf(trouble ?? snapshotFailure(snapshot, expectedInterval(services.config))),
        ageSeconds: ageSeconds(snapshot),
      },
    };
    return { status: 200, body: { status: 'ready', checks } };
  },

  getOpenapiJson: ({ request, services }) =>
    served(request, servedJson(services.config.basePath), 'application/json'),
  getOpenapiYaml: ({ request, services }) =>
    served(request, servedYaml(services.config.basePath), 'application/yaml'),
} satisfies Pick<Handlers, 'getHealth' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'>;

/** The response with a document, or 304 if the client has it already. */
function served<Shape>(request: HttpRequest, { body, etag }: FixedDocument, mediaType: string) {
  const headers = { 'Cache-Control': 'public, max-age=300', ETag: etag };
  if (matchesEtag(request.headers['if-none-match'], etag)) return { status: 304 as const, headers };
  return { status: 200 as const, body: new Rendered<Shape>(body, mediaType), headers };
}

/** Logins by a provider that this server can offer. */
function waysIn({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>) {
  return [
    ...(publicUrl === null ? [] : (['ORGANISATION'] as const)),
    ...(oidc === null ? [] : (['SERVER'] as const)),
  ];
}

/** How long the check of the database may take: load balancers' probes time out after a second. */
const CHECK_TIMEOUT_MS = 500;

function checkOf(failure: string | null) {
  return failure === null ? { status: 'ok' as const } : { status: 'failing' as const, reason: failure };
}
