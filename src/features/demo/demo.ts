import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, dayOf } from '../../base/days.ts';
import { checkedJson, DamagedFile, parseCheckedJson, replaceFile } from '../../base/durable-file.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/client.ts';
import { createOrganisation, deleteOrganisation } from '../accounts/organisation.ts';
import { resetPassword } from '../accounts/users.ts';
import { createApiKey } from '../api-keys/api-keys.ts';
import { operator } from '../audit/audit.ts';
import { putBrands } from '../brands/import.ts';
import { getOrganisation, listOrganisations } from '../organisations/organisations.ts';
import type { Ingestion } from '../runs/ingest.ts';
import { DEMO_BRANDS, DEMO_DAYS, demoRuns } from './content.ts';
import { addPrompts, addWork } from './work.ts';

const NAME = 'Demo (invented data)';
const EMAIL = 'demo@sightline.example';

type DemoServices = Parameters<typeof addWork>[0] & { ingestion: Ingestion; log: Log };

/** The credentials of the demo organisation; stored in DATA_DIR/demo.json (mode 0600). */
export interface Demo {
  orgId: OrgId;
  email: string;
  password: string;
  apiKey: string;
}

/**
 * Creates the demo organisation at the first start, and at each start ingests the runs since the latest one. The
 * invented data takes the same path as real answers.
 * @param dataDir the folder of demo.json
 */
export async function makeDemo(services: DemoServices, dataDir: string, now = new Date()): Promise<Demo> {
  const { db, ingestion, log } = services;
  const { isNew, ...demo } = await findOrCreate(db, join(dataDir, 'demo.json'), log);
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

async function findOrCreate(db: Db, file: string, log: Log): Promise<Demo & { isNew: boolean }> {
  const organisation = (await listOrganisations(db)).find(({ isDemo }) => isDemo);
  const known = readDemo(file);
  if (organisation && known !== 'damaged' && known?.orgId === organisation.id)
    return { ...known, isNew: false };
  const password = randomBytes(15).toString('base64url');
  // A restored database has the demo, but not the file.
  const isLost = known === 'damaged' || (organisation && (await hasRuns(db, organisation.id)));
  if (organisation && isLost && (await resetPassword(db, EMAIL, password))) {
    log.warn(
      { file },
      'the file is damaged or missing: the demo organisation has another password and API key now',
    );
    return { ...(await writeDemo(db, file, organisation.id, password)), isNew: false };
  }
  // An earlier start was killed before it had written the file: make the demo again.
  if (organisation) await deleteOrganisation(db, organisation.id);
  const { id: orgId } = await createOrganisation(db, {
    name: NAME,
    plan: 'CUSTOM',
    email: EMAIL,
    password,
    isDemo: true,
  });
  await putBrands(db, orgId, [...structuredClone(DEMO_BRANDS)]);
  await addPrompts(db, operator(orgId));
  return { ...(await writeDemo(db, file, orgId, password)), isNew: true };
}

async function hasRuns(db: Db, orgId: OrgId): Promise<boolean> {
  const [run] = await db.tenant(orgId, (tx) => tx`select from runs where org_id = ${orgId} limit 1`);
  return run !== undefined;
}

/** Makes an API key and stores the credentials. */
async function writeDemo(db: Db, file: string, orgId: OrgId, password: string): Promise<Demo> {
  const { key } = await createApiKey(db, operator(orgId), {
    name: 'Demo',
    scopes: ['reports:read', 'runs:write'],
  });
  const demo: Demo = { orgId, email: EMAIL, password, apiKey: key };
  replaceFile(file, checkedJson(demo));
  return demo;
}

/** The stored credentials; null: none yet. */
function readDemo(file: string): Demo | 'damaged' | null {
  try {
    const demo = parseCheckedJson(readFileSync(file, 'utf8')) as Partial<Demo>;
    return demo.orgId && demo.email && demo.password && demo.apiKey ? (demo as Demo) : 'damaged';
  } catch (error) {
    return error instanceof DamagedFile ? 'damaged' : null;
  }
}
