import type { Schemas } from '../api/client.ts';
import { type Data, useAnswer } from '../api/loading.ts';

/** Whether mail is sent for the organisation, and what of it the person gets. */
export function useMail(): Data<Schemas['Mail']> {
  return useAnswer('getMail');
}
