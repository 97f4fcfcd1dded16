import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterFile, afterFiles } from '../together.ts';

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';

/** For a test's `skip`: why tests in a browser cannot run here; false where they can. */
export const noBrowser = existsSync(CHROMIUM) ? false : `there is no ${CHROMIUM}`;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** How long a part of a page may take on a busy machine. */
const PATIENCE_MS = 30_000;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Something that no page of ours may do, with where it happened. */
export interface Visit {
  page: Page;
  /** Errors of scripts, reports of the content security policy, requests to other origins, answers from 500 on. */
  faults: string[];
  /** Answers from 400 to 499: method, path and status. */
  refusals: string[];
}

let browser: Promise<Browser> | undefined;
afterFiles(async () => (await browser)?.close());

/** Opens a page with a profile of its own, which is closed after the file's tests. */
export async function openVisit(origin: string, options: BrowserContextOptions = {}): Promise<Visit> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  const context = await (await browser).newContext({ viewport: { width: 1360, height: 900 }, ...options });
  afterFile(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const visit: Visit = { page, faults: [], refusals: [] };
  // Text, because the types of a browser's page are not those of these programs.
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (report) =>
      console.error('policy: ' + report.violatedDirective + ' ' + report.blockedURI))`,
  );
  page.on('pageerror', (error) => visit.faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // The browser's own line about an answer from 400 on: those are looked at below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      visit.faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(url))
      visit.faults.push(`foreign: ${url}`);
  });
  page.on('response', (response) => {
    const line = `${response.request().method()} ${new URL(response.url()).pathname} ${response.status()}`;
    // A busy server puts reports off, and the page asks for them again by itself.
    if (/^POST \S*\/api\/reports\/\w+ 503$/.test(line)) return;
    if (response.status() >= 500) visit.faults.push(line);
    else if (response.status() >= 400) visit.refusals.push(line);
  });
  return visit;
}

/** Fails where the page did what no page of ours may do, or asked for what it is not allowed. */
export function assertClean({ faults, refusals }: Visit, expected: readonly string[] = []): void {
  assert.deepEqual(faults, []);
  assert.deepEqual(
    refusals.filter((line) => !expected.includes(line)),
    [],
  );
}

/** Waits until nothing on the page is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** What axe-core finds wrong with the page as it is now: rule and element. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the policy of the page forbids that.
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} — ${failureSummary}`),
  );
}
