import roles from 'contract:roles';
import { useStore } from '../state/store.ts';
import type { OperationId } from './client.ts';
import { me } from './session.ts';

const ROLES = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'];

/** Tells whether the person's role allows an operation. What it forbids is not shown at all. */
export function useAccess(): (operation: OperationId) => boolean {
  const role = useStore(me)?.role ?? 'VIEWER';
  return (operation) => ROLES.indexOf(role) <= ROLES.indexOf(roles[operation] ?? 'VIEWER');
}
