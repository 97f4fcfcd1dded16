/**
 * The headers of a shared page: it loads and runs nothing, is neither cached nor indexed, and only pages of the listed
 * origins may frame it.
 * @param form whether it has a form, which leads back to the same address
 */
export function headersOf(frameOrigins: readonly string[], form: 'form' | 'none' = 'none') {
  const ancestors = frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ');
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action ${form === 'form' ? "'self'" : "'none'"}; frame-ancestors ${ancestors}; style-src 'unsafe-inline'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex, nofollow, noarchive',
  };
}

/** Asks for the password of a link, and says nothing of what is behind it. */
export function passwordPage({ isWrong }: { isWrong: boolean }): string {
  const problem = isWrong ? '<p role="alert">The password is wrong. Try again.</p>\n' : '';
  return frame(
    'A shared report',
    `<p>Ask whoever sent you the link for its password.</p>
${problem}<form method="post"><label>Password <input type="password" name="password" required autofocus autocomplete="off"></label>
<button>Show the report</button></form>`,
  );
}

/** The page for all links that open nothing. */
export function deadPage(): string {
  return frame(
    'This link does not work',
    '<p>It has ended, was revoked, or is not complete. Ask whoever sent it to you for a new one.</p>',
  );
}

function frame(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} – Sightline</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:24rem;margin:4rem auto;padding:0 1rem}
label,input,button{display:block;font:inherit}input{width:100%;box-sizing:border-box;margin:.25rem 0 1rem;padding:.4rem}
button{padding:.4rem 1rem}</style>
</head><body><main><h1>${title}</h1>
${content}
</main></body></html>
`;
}
