import type { Schemas } from '../../../api/client.ts';
import { titled } from '../../../state/text.ts';

export type Role = Schemas['MemberRole'];

/** The roles with what each may do, in a sentence. */
export const ROLES: readonly (readonly [Role, string])[] = [
  ['OWNER', 'All that an admin may; also changes the plan and deletes the organisation.'],
  ['ADMIN', 'All that a member may; also members, API keys, webhooks, integrations and the audit log.'],
  ['MEMBER', 'Works with brands, prompts, answers, alerts, campaigns and content.'],
  ['VIEWER', 'Reads everything that is not about access, and changes nothing.'],
];

export function roleWords(role: Role): string {
  return ROLES.find(([one]) => one === role)?.[1] ?? '';
}

/** Whether the API keys of somebody who gets this role end, unless they are taken over. */
export function losesKeys(from: Role, to: Role): boolean {
  const mayHaveKeys = (role: Role) => role === 'OWNER' || role === 'ADMIN';
  return mayHaveKeys(from) && !mayHaveKeys(to);
}

/** Words of the field that says what becomes of them. */
export const KEEP_KEYS = {
  label: 'Take over the API keys that this member made',
  hint: 'Otherwise they are revoked, and programs that use them are refused.',
};

/** The roles that somebody may give: an owner alone makes owners. */
export function rolesToGive(own: Role | undefined): [Role, string][] {
  return ROLES.filter(([role]) => role !== 'OWNER' || own === 'OWNER').map(([role]) => [role, titled(role)]);
}

/** What became of the keys of a member, by the header of the answer. */
export function revokedKeys(response: Response): string {
  const count = Number(response.headers.get('X-Revoked-Api-Keys') ?? 0);
  if (count === 0) return '';
  return count === 1 ? ' One API key was revoked.' : ` ${count} API keys were revoked.`;
}
