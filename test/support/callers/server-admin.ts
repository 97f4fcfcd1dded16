import { OPERATOR } from '../../../src/features/administration/server-audit.ts';
import { createServerKey } from '../../../src/features/administration/server-keys.ts';
import type { TestApp } from '../server/app.ts';

/** A key of the server's administrator, as the operator makes it by the command line. */
export async function adminKey(app: TestApp, expiresAt: Date | null = null): Promise<string> {
  return (await newAdminKey(app, expiresAt)).key;
}

export function newAdminKey(
  app: TestApp,
  expiresAt: Date | null = null,
): Promise<{ id: string; key: string }> {
  return createServerKey(app.app.services.db, OPERATOR, { name: 'Tests', expiresAt });
}
