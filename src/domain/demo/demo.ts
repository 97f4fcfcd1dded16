import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, dayOf } from '../../base/days.ts';
import { replaceFile } from '../../base/durable-file.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';
import { createApiKey } from '../accounts/api-keys.ts';
import { createOrganisation, deleteOrganisation } from '../accounts/organisation.ts';
import { putBrands } from '../brands/import.ts';
import { operator } from '../organisations/audit.ts';
import { getOrganisation, listOrganisations } from '../organisations/organisations.ts';
import type { Ingestion } from '../runs/ingest.ts';
import { DEMO_BRANDS, DEMO_DAYS, demoRuns } from './content.ts';
import { addPrompts, addWork } from './work.ts';

const NAME = 'Demo (invented data)';
const EMAIL = 'demo@sightline.example';

type DemoServices = Parameters<typeof addWork>[0] & { ingestion: Ingestion };

/** The credentials of the demo organisation; stored in DATA_DIR/demo.json (mode 0600). */
export interface Demo {
  orgId: OrgId;
  email: string;
  password: string;
  apiKey: string;
}

/**
 * Creates the demo organisation at the first start, and ingests the runs since the latest one at each start. Its data is
 * invented and is ingested in the same way as real answers.
 * @param dataDir the folder of demo.json
 */
export async function makeDemo(services: DemoServices, dataDir: string, now = new Date()): Promise<Demo> {
  const { db, ingestion } = services;
  const { isNew, ...demo } = await findOrCreate(db, join(dataDir, 'demo.json'));
  const { createdAt } = await getOrganisation(db, demo.orgId);
  const firstDay = dayOf(new Date(Date.parse(dayOf(new Date(createdAt))) - (DEMO_DAYS - 1) * DAY_MS));
  const [latest] = await db.tenant(
    demo.orgId,
    (tx) => tx<{ at: Date | null }[]>`
      select max(executed_at) as at from runs where org_id = ${demo.orgId} and source = 'INGESTED'`,
  );
  const first = Math.max(now.getTime() - (DEMO_DAYS - 1) * DAY_MS, latest?.at?.getTime() ?? 0);
  for (let time = Date.parse(dayOf(new Date(first))); time <= now.getTime(); time += 7 * DAY_MS) {
    const week = Array.from({ length: 7 }, (_, day) =>
      demoRuns(dayOf(new Date(time + day * DAY_MS)), firstDay, now),
    );
    await ingestion.ingest(demo.orgId, week.flat());
  }
  if (isNew) await addWork(services, demo.orgId);
  return demo;
}

async function findOrCreate(db: Db, file: string): Promise<Demo & { isNew: boolean }> {
  const organisation = (await listOrganisations(db)).find(({ isDemo }) => isDemo);
  const known = readDemo(file);
  if (organisation && known?.orgId === organisation.id) return { ...known, isNew: false };
  // The credentials are lost, or a start was killed before it was complete: it is made again.
  if (organisation) await deleteOrganisation(db, organisation.id);
  const password = randomBytes(15).toString('base64url');
  const { id: orgId } = await createOrganisation(db, {
    name: NAME,
    plan: 'CUSTOM',
    email: EMAIL,
    password,
    isDemo: true,
  });
  await putBrands(db, orgId, [...structuredClone(DEMO_BRANDS)]);
  await addPrompts(db, operator(orgId));
  const { key } = await createApiKey(db, operator(orgId), {
    name: 'Demo',
    scopes: ['reports:read', 'runs:write'],
  });
  const demo: Demo = { orgId, email: EMAIL, password, apiKey: key };
  replaceFile(file, JSON.stringify(demo, null, 2));
  return { ...demo, isNew: true };
}

/** The stored credentials; null for a file that is absent or damaged: the demo is made again then, its data is invented. */
function readDemo(file: string): Demo | null {
  try {
    const demo = JSON.parse(readFileSync(file, 'utf8')) as Demo | null;
    return demo?.email && demo.password && demo.apiKey ? demo : null;
  } catch {
    return null;
  }
}
