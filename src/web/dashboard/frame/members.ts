import type { Schemas } from '../api/client.ts';
import { useAnswer } from '../api/loading.ts';

/** Those who are in the organisation now, and the email of one by the id; somebody who has left has none. */
export function useMembers(): {
  members: Schemas['Member'][];
  emailOf: (id: string | null) => string | null;
} {
  const { data } = useAnswer('listMembers', { query: { limit: 1000 } });
  const members = data?.data ?? [];
  return { members, emailOf: (id) => members.find((member) => member.id === id)?.email ?? null };
}
