import { api, type Schemas, unwrap } from '../api/client.ts';
import { type Data, useData } from '../api/use-data.ts';

/** Whether mail is sent for the organisation, and what of it the person gets. */
export function useMail(): Data<Schemas['Mail']> {
  return useData(['mail'], () => unwrap(api.GET('/api/mail')));
}
