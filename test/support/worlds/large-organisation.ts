import { createHash } from 'node:crypto';
import { newId } from '../../../src/base/ids.ts';
import type { Tx } from '../../../src/db/client.ts';
import type { TestApp, TestOrganisation } from '../server/app.ts';

/** An organisation with so much of everything that a list that reads all of it shows. */
export interface LargeOrganisation {
  org: TestOrganisation;
  /** Of what has most, by the collection its id stands for in paths. */
  ids: Map<string, string>;
}

/** Ids that grow with `at`, in the shape of ours. */
const id = (tx: Tx, kind: string, at = 'at') =>
  tx.unsafe(`'00000000-${kind}-7000-8000-' || lpad(to_hex(${at}), 12, '0')`);

/**
 * Makes it below the API, which would take minutes.
 * @param rows of what there may be many of: mentions and their sources; of runs a third, of others a tenth
 * @param textLength of answers, drafts, findings, markup and what webhooks are sent
 */
export async function largeOrganisation(
  app: TestApp,
  rows: number,
  textLength = 1_000,
): Promise<LargeOrganisation> {
  const org = await app.organisation();
  const { db } = app.app.services;
  const brandId = newId();
  const one = (kind: string) => `00000000-${kind}-7000-8000-000000000001`;
  const runs = Math.ceil(rows / 3);
  await db.tenant(org.id, async (tx) => {
    // Joined with the organisation, a cluster makes the rows where they belong; else it would copy them there.
    const series = (count: number) => tx`(select id as org, at from organisations o
      cross join generate_series(1, ${count}::integer) as at where o.id = ${org.id}) as made`;
    await tx`set local statement_timeout = 0`;
    const text = 'A gentle lamp. '.repeat(Math.ceil(textLength / 15));
    await tx`insert into brands (org_id, id, name) values (${org.id}, ${brandId}, 'Lumenfold')`;
    await tx`insert into brands (org_id, id, name)
      select org, ${id(tx, '000b')}, 'Brand ' || at from ${series(rows / 10)}`;
    await tx`insert into competitors (org_id, id, brand_id, name)
      select org, ${id(tx, '000c')}, ${brandId}, 'Rival ' || at from ${series(rows / 10)}`;
    await tx`insert into queries (org_id, id, brand_id, platform, query_text)
      select org, ${id(tx, '0001')}, ${brandId}, 'CHATGPT', 'Which lamp is best for ' || at || '?' from ${series(rows / 10)}`;
    // Each in a second spelling, from before spellings were one.
    await tx`insert into queries (org_id, id, brand_id, platform, query_text, identity, look_alike)
      select org, ${id(tx, '001a')}, ${brandId}, 'CHATGPT', 'Which lamp is  best for ' || at || '?',
        'Which lamp is best for ' || at || '?', 1 from ${series(rows / 10)}`;
    // Half of the runs are of one query.
    await tx`insert into runs (org_id, id, query_id, brand_id, platform, external_id, state, query_text, executed_at, model,
        answer, content_hash, extraction_version, lexicon_version)
      select org, ${id(tx, '0002')}, case when at % 2 = 0 then ${one('0001')} else ${id(tx, '0001', `1 + at % ${Math.floor(rows / 10)}`)} end,
        ${brandId}, 'CHATGPT', 'large ' || at, 'COMPLETED', 'Which lamp is best?', now() - make_interval(mins => at), 'gpt-5',
        ${text}, '\\x00', 1, 1 from ${series(runs)}`;
    await tx`insert into observations (org_id, run_id, subject_id, kind, named, position, sentiment, snippet, extraction_version)
      select org, ${id(tx, '0002')}, ${brandId}, 'BRAND', true, 1, 6000, 'Lumenfold is best, by the reviews.', 1 from ${series(runs)}`;
    await tx`insert into citations (org_id, run_id, ordinal, url, title, domain, source_type, source_name)
      select org, ${id(tx, '0002')}, ordinal, 'https://reviews' || at % 97 || '.example/' || (at * 3 + ordinal) % 5000, 'A review',
        'reviews' || at % 97 || '.example', 'REVIEW', 'Reviews' from ${series(runs)} cross join generate_series(0, 2) as ordinal`;
    await tx`insert into mentions (org_id, id, run_id, brand_id, ordinal)
      select org, ${id(tx, '0003', 'at * 3 + ordinal')}, ${id(tx, '0002')}, ${brandId}, ordinal
      from ${series(runs)} cross join generate_series(0, 2) as ordinal`;
    // As long as the contract lets a prompt be.
    await tx`insert into correction_batches (org_id, id, origin, filter, named, answers, is_complete, created_by,
        created_at)
      select org, ${id(tx, '0012')}, 'FILTER',
        jsonb_build_object('brandId', ${brandId}::text, 'queryText', left(${text}::text, 10000)), false, 0, true, 'somebody', now() - make_interval(mins => at) from ${series(rows / 10)}`;
    await tx`insert into opportunity_marks (org_id, id, brand_id, kind, subject, state, set_by)
      select org, ${id(tx, '0013')}, ${brandId}, 'PROMPT', left(${text}::text, 10000), 'DONE', 'somebody' from ${series(rows / 10)}`;
    await tx`insert into views (org_id, id, name, screen, brand_id, range, filters, settings, visibility, created_by)
      select org, ${id(tx, '0015')}, 'View ' || at, 'overview', ${brandId}, '30d', '{}', '{}', 'ORGANISATION', 'somebody' from ${series(Math.min(1_900, rows / 10))}`;
    await tx`insert into shared_links (org_id, id, view_id, token_hash, shows_answers, frame_origins, created_by, expires_at)
      select org, ${id(tx, '0017')}, ${one('0015')}, decode(lpad(to_hex(at), 8, '0'), 'hex'), false, '{}', 'somebody', now() + interval '1 day'
      from ${series(Math.min(1_900, rows / 10))}`;
    await tx`insert into annotations (org_id, id, brand_id, day, text, is_shared, created_by)
      select org, ${id(tx, '0016')}, ${brandId}, current_date - at, left(${text}::text, 500), true, 'somebody' from ${series(rows / 10)}`;
    await tx`insert into report_schedules (org_id, id, name, view_id, rhythm, hour, time_zone, addresses, slack, webhooks, created_by)
      select org, ${id(tx, '0017')}, 'Report ' || at, ${one('0015')}, 'DAY', 8, 'UTC',
        array(select at || '.' || n || '@customer.example' from generate_series(1, 50) n), false, false, 'somebody' from ${series(90)}`;
    await tx`insert into report_deliveries (org_id, schedule_id, period, recipient, id, outcome, planned_at)
      select org, ${one('0017')}, '2026-11-23', at || '@customer.example', ${id(tx, '0018')}, 'STOPPED', now() from ${series(rows / 10)}`;
    await tx`insert into trials (org_id, id, brand_id, query_text)
      select org, ${id(tx, '0004')}, ${brandId}, 'Which lamp?' from ${series(rows / 10)}`;
    await tx`insert into trial_runs (org_id, trial_id, platform, state, answer)
      select org, ${id(tx, '0004')}, 'CHATGPT', 'COMPLETED', ${text} from ${series(rows / 10)}`;
    await tx`insert into campaigns (org_id, id, brand_id, type, name, starts_at)
      select org, ${id(tx, '0005')}, ${brandId}, 'REVIEW_GENERATION', 'Reviews', now() - interval '1 day' from ${series(rows / 10)}`;
    await tx`insert into content_briefs (org_id, id, brand_id, topic, findings)
      select org, ${id(tx, '0006')}, ${brandId}, 'lamps ' || at, jsonb_build_object('scope', 'TOPIC', 'queryCount', 1,
        'answerCount', 1, 'missingCount', 1, 'filler', ${text}::text) from ${series(rows / 10)}`;
    await tx`insert into content_drafts (org_id, id, brand_id, title, body, version)
      select org, ${id(tx, '0007')}, ${brandId}, 'Lamps ' || at, ${text}, ${rows / 10} from ${series(rows / 10)}`;
    await tx`insert into content_draft_versions (org_id, draft_id, version, title, body, created_by)
      select org, ${one('0007')}, at, 'Lamps', ${text}, 'somebody' from ${series(rows / 10)}`;
    await tx`insert into brand_schemas (org_id, id, brand_id, type, json_ld)
      select org, ${id(tx, '0008')}, ${brandId}, 'ORGANIZATION', json_build_object('description', ${text}::text) from ${series(rows / 10)}`;
    await tx`insert into alert_rules (org_id, id, brand_id, type, threshold, window_days, severity)
      select org, ${id(tx, '0009')}, ${brandId}, 'VISIBILITY_DROP', 10, 7, 'LOW' from ${series(rows / 10)}`;
    await tx`insert into alerts (org_id, id, rule_id, brand_id, type, severity, state, message, evidence, triggered_at, resolved_at)
      select org, ${id(tx, '000a')}, ${one('0009')}, ${brandId}, 'VISIBILITY_DROP', 'LOW', 'RESOLVED', 'It fell.',
        ${JSON.stringify(EVIDENCE)}::text::jsonb, now() - make_interval(mins => at), now() from ${series(rows)}`;
    await tx`insert into webhooks (org_id, id, url, events, secret)
      select org, ${id(tx, '000d')}, 'https://hooks.example/' || at, array['export.ready'], '\\x00' from ${series(rows / 10)}`;
    await tx`insert into webhook_messages (org_id, id, event, body)
      select org, 'msg_' || at, 'export.ready', ${text} from ${series(rows / 10)}`;
    await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id, state, created_at, next_attempt_at, finished_at, tries)
      select org, ${id(tx, '000e')}, ${one('000d')}, 'msg_' || (1 + at % ${Math.floor(rows / 10)}::integer), 'DELIVERED', now() - make_interval(mins => at), null, now(), 1
      from ${series(rows)} on conflict do nothing`;
    await tx`insert into webhook_attempts (org_id, delivery_id, ordinal, started_at, duration_ms, status)
      select org, ${id(tx, '000e')}, 1, now(), 5, 200 from ${series(rows)}`;
    await tx`insert into audit_log (org_id, id, at, actor_type, actor_id, action, target_type)
      select org, ${id(tx, '000f')}, now() - make_interval(mins => at), 'OPERATOR', 'operator', 'createBrand', 'brand' from ${series(rows)}`;
    await tx`insert into users (id, email, password_hash)
      select ${org.id} || at, ${org.id} || at || '@customer.example', 'none' from ${series(rows / 10)}`;
    await tx`insert into memberships (org_id, user_id, role) select org, ${org.id} || at, 'VIEWER' from ${series(rows / 10)}`;
    await tx`insert into invitations (org_id, id, email, role, token_hash, invited_by, expires_at)
      select org, ${id(tx, '0010')}, at || '@customer.example', 'VIEWER', decode(lpad(to_hex(at), 8, '0'), 'hex'), 'somebody', now() + interval '1 day'
      from ${series(rows / 10)}`;
    await tx`insert into mail_addresses (org_id, id, address, is_paused, refusals, status, reason)
      select org, ${id(tx, '0014')}, at || '@customer.example', true, 1, 550, 'No' from ${series(rows / 10)}`;
    await tx`insert into api_keys (org_id, id, name, prefix)
      select org, ${id(tx, '0011')}, 'Key', 'sl_live_' from ${series(rows / 10)}`;
    await tx`insert into api_key_index (hash, org_id, key_id, scopes)
      select ${createHash('md5').update(org.id).digest()} || decode(lpad(to_hex(at), 8, '0'), 'hex'), ${org.id}, ${id(tx, '0011')}, array['reports:read']
      from ${series(rows / 10)}`;
    const client = `slo_large ${org.id}`;
    await tx`insert into oauth_clients (id, is_document, name, redirect_uris, auth_method)
      values (${client}, false, 'Claude', array['https://claude.example/callback'], 'none')`;
    await tx`insert into sessions (id, user_id, org_id, role, created_at)
      select ${id(tx, '0014')} || ${org.id}, u.id, org, 'OWNER', now() - make_interval(mins => at)
      from ${series(rows / 10)} cross join (select id from users where email = ${org.email}) as u`;
    await tx`insert into oauth_connections (session_id, client_id, client_name, resource, scopes)
      select ${id(tx, '0014')} || ${org.id}, ${client}, 'Claude', 'https://reports.example/mcp', array['reports:read']
      from ${series(rows / 10)}`;
    await tx`insert into oauth_refresh_tokens (hash, session_id, expires_at)
      select sha256((${id(tx, '0014')} || ${org.id})::bytea), ${id(tx, '0014')} || ${org.id}, now() + interval '1 day'
      from ${series(rows / 10)}`;
  });
  const ids = new Map([
    ['brands', brandId],
    ['queries', one('0001')],
    ['drafts', one('0007')],
    ['webhooks', one('000d')],
    ['schedules', one('0017')],
  ]);
  return { org, ids };
}

const DAY = { startDate: '2026-11-12', endDate: '2026-11-18', value: 40, count: 28, total: 70 };
const EVIDENCE = { current: DAY, previous: DAY, threshold: 15, significance: null };
