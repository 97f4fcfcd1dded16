import { forFile } from '../for-file.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../server/app.ts';
import { afterFiles } from '../together.ts';
import { type Caller, callerWith } from './caller.ts';

/** What the organisation of a file's tests has. */
export interface OrganisationOfTests {
  app: TestApp;
  org: TestOrganisation;
  /** Of its owner. */
  token: string;
  /** As its owner. */
  call: Caller;
}
type Options = Parameters<TestApp['organisation']>[0];

let shared: TestApp | undefined;

/**
 * A server for the tests of a file. Files of one process share it: what they see of it is their organisations'.
 * @param variables as `startTestApp` takes them: with any, or {}, the file has a server of its own
 */
export async function withApp(variables?: Record<string, string>): Promise<TestApp> {
  if (variables) return forFile(startTestApp(variables));
  // No promise is kept: tests would belong to the file that made it.
  shared ??= await forFile(startTestApp(), (app) => app.close(), afterFiles);
  return shared;
}

/** Starts a server with an organisation, and logs its owner in. */
export async function withOrganisation(
  options: Options = {},
  variables?: Record<string, string>,
): Promise<OrganisationOfTests> {
  const app = await withApp(variables);
  const org = await app.organisation(options);
  const token = await app.login(org);
  return { app, org, token, call: callerWith(app, token) };
}

/** The same, whose first brand is asked for its id; one named Lumenfold, where no brands are given. */
export async function withBrand(
  options: Options = {},
  variables?: Record<string, string>,
): Promise<OrganisationOfTests & { brandId: string }> {
  const made = await withOrganisation({ brands: [{ name: 'Lumenfold' }], ...options }, variables);
  const { data } = (await made.call('listBrands')).json;
  return { ...made, brandId: data[0]!.id };
}
