import { type Guide, readGuides } from './guides.ts';
import { escapeHtml } from './markdown.ts';
import { operationsByTag } from './operations.ts';

/** The names of the pages' files under /assets. */
export interface DocsAssets {
  icon: string;
  style: string;
  script: string;
  rapidoc: string;
}

/** The content of a page, inside the common frame. */
interface PageContent {
  title: string;
  /** From the page's address to the server's root: relative, because the server may have a base path. */
  root: './' | '../';
  /** The name of the guide, or `reference`. */
  current: string;
  /** HTML beside the content, after the list of guides. */
  menu?: string;
  head?: string;
  content: string;
}

/** The contract as a page on which requests can be tried. */
export function referenceHtml(assets: DocsAssets): string {
  return frame(assets, readGuides(), {
    title: 'API reference',
    root: './',
    current: 'reference',
    head: `<script src="./assets/${assets.rapidoc}" defer></script>`,
    menu: operationsMenu(),
    // RapiDoc contains the <main>.
    content: `<div class="docs-content" id="content" tabindex="-1">
<section aria-labelledby="title">
<h1 id="title">API reference</h1>
<details class="docs-access" id="access" open><summary>Key or token for trying requests</summary>
<form autocomplete="off">
<div class="docs-field"><label for="key">API key</label> <input id="key" type="password" placeholder="sl_live_…" autocomplete="off" spellcheck="false" aria-describedby="key-hint"><span class="docs-hint" id="key-hint">For what begins with /api/customer/v1</span></div>
<div class="docs-field"><label for="token">Access token</label> <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint"><span class="docs-hint" id="token-hint">For the rest: paste one, or <button type="button" id="use-login">use the dashboard’s login</button></span></div>
<p class="docs-hint" role="status" id="access-state">Requests that you try go to this server, with what you enter here. It is forgotten when you leave the page.</p>
</form></details>
</section>
<rapi-doc id="reference"></rapi-doc>
<noscript><p>This page needs JavaScript. The contract is also in <a href="./openapi.yaml">openapi.yaml</a>.</p></noscript>
</div>`,
  });
}

/** The guides as pages, by name. */
export function guidePages(assets: DocsAssets): Map<string, string> {
  const guides = readGuides();
  return new Map(
    guides.map(({ name, title, html }) => [
      name,
      frame(assets, guides, {
        title,
        root: '../',
        current: name,
        content: `<main class="docs-content docs-guide" id="content" tabindex="-1">${html}</main>`,
      }),
    ]),
  );
}

function frame(assets: DocsAssets, guides: readonly Guide[], page: PageContent): string {
  const { title, root, current, menu = '', head = '', content } = page;
  const link = (href: string, text: string, isCurrent: boolean) =>
    `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const items = guides.map(
    ({ name, title: text }) => `<li>${link(`${root}docs/${name}`, text, name === current)}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sightline – ${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${root}assets/${assets.icon}">
<link rel="stylesheet" href="${root}assets/${assets.style}">
<script src="${root}assets/${assets.script}" defer></script>
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="docs-header">
<a class="docs-logo" href="${root}"><img src="${root}assets/${assets.icon}" alt="" width="28" height="28">Sightline</a>
<nav aria-label="Sightline">
<ul>
<li><a href="${root}">Dashboard</a></li>
<li>${link(`${root}docs`, 'API reference', current === 'reference')}</li>
<li>${link(`${root}docs/${guides[0]?.name}`, 'Guides', current !== 'reference')}</li>
</ul>
</nav>
</header>
<div class="docs-columns">
<nav class="docs-menu" aria-label="Documentation">
<details id="menu" open><summary>Contents</summary>
<h2>Guides</h2>
<ul>${items.join('')}</ul>
${menu}
</details>
</nav>
${content}
</div>
</body>
</html>
`;
}

function operationsMenu(): string {
  const groups = [...operationsByTag()].map(([tag, operations]) => {
    const items = operations.map(
      ({ method, path, summary, anchor }) =>
        `<li><a href="#${anchor}" title="${method} ${path}"><span class="docs-method" data-method="${method}">${method}</span> <span>${escapeHtml(summary)}</span></a></li>`,
    );
    return `<details><summary>${escapeHtml(tag)}</summary><ul>${items.join('')}</ul></details>`;
  });
  return `<h2>Operations</h2>
<label for="search">Search</label> <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="brands report">
<p class="docs-hint" role="status" id="found"></p>
<ul><li><a href="#overview">Overview</a></li></ul>
<div id="operations">
${groups.join('\n')}
</div>`;
}
