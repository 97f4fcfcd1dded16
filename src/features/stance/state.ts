import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { type ApiPlatform, PLATFORM_APIS } from '../../platforms/apis.ts';
import { stanceModel } from '../integrations/access.ts';
import { spentToday } from '../integrations/circuit.ts';
import { STANCE_PROMPT_VERSION } from './question.ts';
import type { FallbackReason } from './readings.ts';

type StanceState = components['schemas']['StanceState'];

/**
 * The progress of stance readings by an AI platform's integration.
 * @throws AppError not_found, for one that is no AI platform's too
 */
export async function stanceState(tx: Tx, orgId: OrgId, id: string): Promise<StanceState> {
  const [integration] = await tx<
    { platform: ApiPlatform; settings: components['schemas']['IntegrationSettings'] }[]
  >`select type as platform, settings from integrations
    where org_id = ${orgId} and id = ${id} and type = any(${Object.keys(PLATFORM_APIS)}::text[])`;
  if (!integration) throw notFound('integration');
  const { platform, settings } = integration;
  const counts = await tx<{ state: string; reason: FallbackReason | null; count: number }[]>`
    select state, reason, count(*) as count from stance_readings
    where org_id = ${orgId} and platform = ${platform} and state in ('READ', 'FALLBACK')
    group by state, reason order by count(*) desc, reason`;
  const [pending] = await tx<[{ count: number }]>`
    select count(*) as count from stance_readings
    where org_id = ${orgId} and platform = ${platform} and due_at is not null`;
  return {
    enabled: settings.stance?.enabled ?? false,
    model: stanceModel(platform, settings),
    promptVersion: STANCE_PROMPT_VERSION,
    pending: pending.count,
    read: counts.find(({ state }) => state === 'READ')?.count ?? 0,
    fallbacks: counts.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
    spentToday: (await spentToday(tx, orgId, platform)) / 1_000_000,
    spentTodayOnStance: (await spentToday(tx, orgId, platform, tx`stance_run_id is not null`)) / 1_000_000,
  };
}
