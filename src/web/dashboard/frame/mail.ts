import type { Schemas } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';

import type { Data } from '../api/use-data.ts';

/** Whether mail is sent for the organisation, and what of it the person gets. */
export function useMail(): Data<Schemas['Mail']> {
  return useAnswer('getMail');
}
