import { makeDemo } from '../../../src/features/demo/demo.ts';
import { withApp } from '../callers/organisation.ts';
import type { TestApp } from '../server/app.ts';
import { openVisit, settled, type Visit } from './browser.ts';

export interface Login {
  email: string;
  password: string;
}

/** Starts a server with the demo organisation, whose invented answers are in the first snapshot. */
export async function withDemo(variables?: Record<string, string>) {
  const app = await withApp(variables);
  const demo = await makeDemo(app.app.services, app.dataDir);
  await app.snapshot();
  return { app, demo };
}

/** Opens the dashboard and logs in by its form. @param path where the dashboard lies on the server */
export async function logIn(
  app: TestApp,
  { email, password }: Login,
  options: Parameters<typeof openVisit>[1] & { path?: string } = {},
): Promise<Visit> {
  const { path = '/', ...contextOptions } = options;
  const visit = await openVisit(app.url, contextOptions);
  await visit.page.goto(app.url + path);
  await visit.page.getByLabel('Email').fill(email);
  await visit.page.getByLabel('Password').fill(password);
  await visit.page.getByRole('button', { name: 'Log in' }).click();
  await settled(visit.page);
  return visit;
}

/** Opens a view of the dashboard. @param hash such as '#/prompts?brand=…' */
export async function view({ page }: Visit, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  // A turn of the page, so that what is settled is the new view.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await settled(page);
}
