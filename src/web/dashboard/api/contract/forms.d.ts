/** Made from the contract when the page is built: where each operation of the page is sent. */
declare module 'contract:operations' {
  import type { operations } from '../../../../contract/generated/types.ts';

  const called: Partial<Record<keyof operations, { method: string; path: string }>>;
  export default called;
}

/** The limits of the fields of their bodies, by their names, such as `name` or `config.model`. */
declare module 'contract:forms' {
  import type { operations } from '../../../../contract/generated/types.ts';
  import type { Limits } from './limits.ts';

  const forms: Partial<Record<keyof operations, Record<string, Limits>>>;
  export default forms;
}
