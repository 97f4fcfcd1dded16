import type { Schemas } from '../api/client.ts';
import { useAnswer } from '../api/loading.ts';

/** The members of the organisation, and the email of one by id. */
export function useMembers(): {
  members: Schemas['Member'][];
  emailOf: (id: string | null) => string;
} {
  const { data } = useAnswer('listMembers', { query: { limit: 1000 } });
  const members = data?.data ?? [];
  return { members, emailOf: (id) => members.find((member) => member.id === id)?.email ?? 'a former member' };
}
