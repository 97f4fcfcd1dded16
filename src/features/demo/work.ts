import { DAY_MS, dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';
import { foldName } from '../../extraction/text/fold.ts';
import { createAlertRule } from '../alerts/rules.ts';
import { type Actor, operator } from '../audit/audit.ts';
import { brandIdsByName } from '../brands/brands.ts';
import { createBrief } from '../content/briefs.ts';
import { createDraft } from '../content/drafts.ts';
import { bulkCreateQueries, queries, updateQuery } from '../prompts/queries.ts';
import { createCampaign } from '../sources/campaigns.ts';
import { createWebhook } from '../webhooks/webhooks.ts';
import { MARKETS } from './content.ts';
import { COFFEE } from './markets/coffee.ts';
import { OUTDOOR } from './markets/outdoor.ts';

/** Prompts of the losing brand that run weekly on a platform once it has an integration. */
const SCHEDULED = 3;

/** Adds the prompts of the demo's brands with their topics and tags; ingestion alone would create them without. */
export async function addPrompts(db: Db, actor: Actor): Promise<void> {
  const ids = await idsOfBrands(db, actor.orgId);
  for (const { brand, platforms, prompts, topics } of MARKETS) {
    const alike = Map.groupBy(prompts, ({ kind, tag, topic }) => JSON.stringify([topic, kind, tag]));
    for (const [shared, of] of alike) {
      const [topic, ...tags] = JSON.parse(shared) as (string | null)[];
      await bulkCreateQueries(db, actor, {
        brandId: ids(brand.name),
        texts: of.map(({ text }) => text),
        platforms,
        topic: topics[topic ?? '']?.name ?? null,
        tags: tags.filter((tag) => tag !== null),
      });
    }
  }
}

/** Adds the work of a team: alert rules, a campaign, a brief with a draft, an inactive webhook, a few schedules. */
export async function addWork(services: Parameters<typeof createWebhook>[0], orgId: OrgId): Promise<void> {
  const { db } = services;
  const actor = operator(orgId);
  const ids = await idsOfBrands(db, orgId);
  const [lost, stable] = [ids(OUTDOOR.brand.name), ids(COFFEE.brand.name)];
  await createAlertRule(db, actor, {
    brandId: lost,
    type: 'VISIBILITY_DROP',
    name: 'Corrieloft is named less often',
    threshold: 5,
    windowDays: 28,
    severity: 'HIGH',
  });
  await createAlertRule(db, actor, {
    brandId: lost,
    type: 'COMPETITOR_CHANGE',
    name: 'A competitor gains on Corrieloft',
    threshold: 5,
    windowDays: 28,
  });
  await createAlertRule(db, actor, {
    brandId: stable,
    type: 'NEGATIVE_SENTIMENT',
    name: 'Answers turn against Kavorlin',
    threshold: 40,
  });
  await db.tenant(orgId, async (tx) => {
    await createCampaign(tx, actor, {
      brandId: lost,
      type: 'REVIEW_GENERATION',
      name: 'Reviews of the new seams',
      targetCount: 40,
      startsAt: new Date(Date.now() - 14 * DAY_MS).toISOString(),
    });
    const topic = 'tents that do not leak at the seams';
    const brief = await createBrief(tx, actor, { brandId: lost, topic });
    await createDraft(tx, actor, {
      brandId: lost,
      briefId: brief.id,
      title: 'How we seal our seams, and how we test them',
      body: '# How we seal our seams\n\nEvery tent leaves us with seams taped on both sides.\n\n## What the rain chamber showed\n\nTo be written with the results of the new test.\n',
    });
  });
  await createWebhook(services, actor, {
    url: 'https://hooks.corrieloft.example/visibility',
    description: 'An example that is switched off: nobody listens there',
    isActive: false,
  });
  const filter = { brandId: lost, platform: 'PERPLEXITY', archived: false, limit: SCHEDULED, offset: 0 };
  const scheduledAt = `${dayOf(new Date(Date.now() + 7 * DAY_MS))}T06:00:00.000Z`;
  await db.tenant(orgId, async (tx) => {
    const { data } = await queries.list(tx, orgId, filter);
    for (const { id } of data) await updateQuery(tx, actor, id, { scheduledAt, repeatInterval: 'WEEKLY' });
  });
}

async function idsOfBrands(db: Db, orgId: OrgId): Promise<(name: string) => string> {
  const ids = await db.tenant(orgId, (tx) => brandIdsByName(tx, orgId));
  return (name) => {
    const id = ids.get(foldName(name));
    if (id === undefined) throw new Error(`The demo has no brand ${name}.`);
    return id;
  };
}
