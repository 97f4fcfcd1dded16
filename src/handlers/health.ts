import { ageSeconds, snapshotFailure } from '../analytics/freshness.ts';
import { documentJson, documentYaml } from '../contract/document.ts';
import { type Handlers, Rendered } from '../contract/handler.ts';
import { unavailable } from '../errors.ts';

export const health = {
  getHealth: ({ services }) => {
    const snapshot = services.reports.current();
    return {
      status: 200,
      body: {
        status: 'ok',
        version: services.version,
        snapshot: snapshot && { id: snapshot.id, ageSeconds: ageSeconds(snapshot) },
      },
    };
  },

  getReadiness: async ({ services, query }) => {
    if (services.isDraining()) throw unavailable('The server is shutting down.');
    const snapshot = services.reports.current();
    if (!snapshot) throw unavailable('There is no snapshot yet. Try again shortly.');
    const { reportEngine, snapshotIntervalSeconds } = services.config;
    // Reports that are made from Postgres itself fail with it.
    const needsWrites = query.for === 'writes' || reportEngine === 'postgres';
    const failure = await services.writes.failure(needsWrites ? undefined : PATIENCE_MS);
    if (failure !== null && needsWrites) throw unavailable(`Writes fail. ${failure}`);
    const checks = {
      writes: checkOf(failure),
      snapshot: {
        ...checkOf(snapshotFailure(snapshot, snapshotIntervalSeconds)),
        ageSeconds: ageSeconds(snapshot),
      },
    };
    return { status: 200, body: { status: 'ready', checks } };
  },

  getOpenapiJson: () => ({ status: 200, body: new Rendered(documentJson), headers: PUBLIC }),

  getOpenapiYaml: () => ({
    status: 200,
    body: new Rendered(documentYaml(), 'application/yaml'),
    headers: PUBLIC,
  }),
} satisfies Pick<Handlers, 'getHealth' | 'getReadiness' | 'getOpenapiJson' | 'getOpenapiYaml'>;

/** Probes of load balancers give up after a second, and reports are served without the database. */
const PATIENCE_MS = 500;
const PUBLIC = { 'Cache-Control': 'public, max-age=300' };

function checkOf(failure: string | null) {
  return failure === null ? { status: 'ok' as const } : { status: 'failing' as const, reason: failure };
}
