/** Made from the contract when the page is built: changes and lists, where each is sent, and the limits of its fields. */
declare module 'contract:forms' {
  import type { operations } from '../../../../contract/generated/types.ts';
  import type { CallOfPage } from './contract-forms.ts';

  const forms: Partial<Record<keyof operations, CallOfPage>>;
  export default forms;
}
