/** Made from the contract when the page is built: the least powerful role that may call each operation (x-role). */
declare module 'contract:roles' {
  import type { operations } from '../../../../contract/generated/types.ts';

  const roles: Partial<Record<keyof operations, 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER'>>;
  export default roles;
}
