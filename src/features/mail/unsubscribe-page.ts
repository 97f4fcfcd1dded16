import type { Subscription } from './unsubscribe.ts';

/** The page loads nothing, runs nothing and is framed by nobody; its one form leads back to this server. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const WHAT: Record<Subscription['kind'], string> = {
  ALERT: 'alerts',
  QUOTA_WARNING: 'warnings of quotas',
  REPORT: 'this report',
};

/** Asks first: programs that look at the links of mails open pages, and must stop nothing. */
export function confirmationPage({ kind }: Subscription): string {
  return document(
    `Stop mails?`,
    `<p>No more mails with ${WHAT[kind]} of this organisation will come to you.</p>
<form method="post"><button>Stop these mails</button></form>`,
  );
}

export function stoppedPage({ kind }: Subscription): string {
  return document(
    'Stopped',
    `<p>No more mails with ${WHAT[kind]} of this organisation come to you. ${
      kind === 'REPORT' ? 'Whoever sends them can ask you again.' : 'In Settings you can have them again.'
    }</p>`,
  );
}

/** Asks first, as `askPage` does. */
export function confirmPage(): string {
  return document(
    'Get these reports?',
    `<p>Reports come to your address regularly. Each has a link that stops them.</p>
<form method="post"><button>Get these reports</button></form>`,
  );
}

/** @param isThere false: the thing requested is gone */
export function confirmedPage(isThere: boolean): string {
  return isThere
    ? document('Agreed', '<p>The reports come to your address from now on.</p>')
    : document('Nothing to agree to', '<p>These reports are sent no longer.</p>');
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – Sightline</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}button{font:inherit}</style>
</head><body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
}
