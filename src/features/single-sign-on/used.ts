import type { Tx } from '../../db/client.ts';
import { hashOf } from '../tokens/tokens.ts';

/** Notes that something was used. @returns false: it was before */
export async function useOnce(tx: Tx, what: string, seconds: number): Promise<boolean> {
  const { count } = await tx`
    insert into single_sign_on_used (hash, expires_at) values (${hashOf(what)}, now() + make_interval(secs => ${seconds}))
    on conflict do nothing`;
  return count > 0;
}
