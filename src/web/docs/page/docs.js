// The scripts of the documentation's pages: the chosen colours, the menu, and on the reference its search and credentials.

/** What cannot be said from outside: nothing is wider than a phone or cut off, nothing is for the mouse alone. */
const INSIDE_RAPIDOC = `
.main-content { min-width: 0; }
#api-info { margin-left: 0; }
.expanded-endpoint-body > div[style*="top:3px"] { position: static !important; margin-bottom: 12px; }
.expanded-endpoint-body > div[style*="top:3px"] > div { min-width: 0 !important; justify-content: flex-start !important; flex-wrap: wrap; }
.tag-icon { display: none; }
.tag-description { max-height: none !important; margin: 0 !important; border: 0 !important; background: none !important; }
.tooltip { position: relative; }
.tooltip-text { right: auto !important; left: 0; max-width: min(400px, 80vw); }
.tooltip:focus .tooltip-text { visibility: visible; }
h2, .m-markdown, [part~="section-operation-webhook-method"] { overflow-wrap: anywhere; }
.row:has(> select), [part~="wrap-request-btn"] { flex-wrap: wrap; gap: 6px 0; }
select { max-width: 100%; }
`;

const byId = (id) => document.getElementById(id);

/** The colours that the person chose on the dashboard; the system's, where nothing was chosen or storage is refused. */
function applyChosenTheme() {
  try {
    const theme = localStorage.getItem('sightline-theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {}
}

/** On a phone the menu is closed until it is asked for, and again when something was chosen. */
function foldMenu() {
  const menu = byId('menu');
  const narrow = matchMedia('(max-width: 860px)');
  const fold = () => {
    menu.open = !narrow.matches;
  };
  narrow.addEventListener('change', fold);
  menu.addEventListener('click', (event) => {
    if (event.target.closest('a')) fold();
  });
  fold();
}

/** The hash of the reference's address says what it shows, so that the skip link must not change it. */
function skipWithoutHash() {
  document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    byId('content').focus();
  });
}

function showReference(reference) {
  const root = new URL('.', location.href).href.replace(/\/$/, '');
  const attributes = {
    'render-style': 'focused',
    'show-header': 'false',
    'show-side-nav': 'false',
    'allow-authentication': 'false',
    'allow-server-selection': 'false',
    'allow-advanced-search': 'false',
    // Without the examples of optional parameters a request answers as it stands: with them it would be for other data.
    'fill-request-fields-with-example': 'false',
    'sort-endpoints-by': 'none',
    'schema-description-expanded': 'true',
    'load-fonts': 'false',
    'regular-font': 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
    'mono-font': 'ui-monospace, "SF Mono", Menlo, Consolas, "Noto Sans Mono", monospace',
    'font-size': 'large',
    // The login's cookie is for the dashboard: a request that is tried has what was entered and nothing else.
    'fetch-credentials': 'omit',
    // The contract says "/", which is not this server where that has a base path.
    'server-url': root,
    'default-api-server': root,
  };
  // Before RapiDoc is there: it asks for fonts of another origin as soon as it is, unless told not to.
  for (const [name, value] of Object.entries(attributes)) reference.setAttribute(name, value);
  customElements.whenDefined('rapi-doc').then(() => improve(reference));
  reference.setAttribute('spec-url', `${root}/openapi.json`);
  reference.addEventListener('before-render', ({ detail }) => nameExamples(detail.spec));
  reference.addEventListener('before-try', acceptStream);
  reference.addEventListener('spec-loaded', () => {
    reference.dataset.loaded = '';
  });
}

/** A streamed report is NDJSON alone; RapiDoc asks for the type of answer that is shown, JSON at first. */
function acceptStream(event) {
  const { request } = event.detail;
  if (!/"stream"\s*:\s*true/.test(request.body)) return;
  request.headers.set('Accept', 'application/x-ndjson');
  const [element] = event.composedPath();
  element.curlSyntax = element.curlSyntax.replace(/(Accept: )[^"]+/i, '$1application/x-ndjson');
}

/** RapiDoc takes the fields of an unnamed example for examples, and fails where one is null. */
function nameExamples(spec) {
  for (const operation of Object.values(spec.paths).flatMap(Object.values))
    for (const { content } of [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})])
      for (const body of Object.values(content ?? {}))
        if (body.example !== undefined) {
          body.examples = { Example: { value: body.example } };
          delete body.example;
        }
}

const insideStyle = new CSSStyleSheet();
insideStyle.replaceSync(INSIDE_RAPIDOC);
const improved = new WeakSet();

/** Keeps the inside of an element of RapiDoc usable by keyboard and with a screen reader, whatever it shows next. */
function improve(element) {
  const root = element.shadowRoot;
  if (!root || improved.has(root)) return;
  improved.add(root);
  root.adoptedStyleSheets.push(insideStyle);
  const nameAll = () => {
    for (const field of root.querySelectorAll('input, textarea, select'))
      field.ariaLabel ??=
        field.dataset.pname ?? (field.localName === 'select' ? 'Example' : 'Body of the request');
    for (const region of root.querySelectorAll('pre, .tooltip')) region.tabIndex = 0;
    for (const part of root.querySelectorAll('api-request, api-response, schema-tree')) improve(part);
  };
  new MutationObserver(nameAll).observe(root, { childList: true, subtree: true });
  nameAll();
}

/** Hands on what was entered to the requests that are tried. */
function takeCredentials(reference) {
  const inputs = { apiKeyHeader: byId('key'), bearerToken: byId('token') };
  const state = byId('access-state');
  const apply = () => {
    if (!reference.resolvedSpec?.securitySchemes) return;
    reference.removeAllSecurityKeys();
    for (const [scheme, { value }] of Object.entries(inputs))
      if (value.trim() !== '') reference.setApiKey(scheme, value.trim());
  };
  // On a phone it would fill the screen above what an address points at.
  byId('access').open = !matchMedia('(max-width: 860px)').matches;
  byId('access').addEventListener('submit', (event) => event.preventDefault());
  for (const input of Object.values(inputs)) input.addEventListener('input', apply);
  // What was typed while the contract was loading.
  reference.addEventListener('spec-loaded', apply);
  byId('use-login').addEventListener('click', async () => {
    const response = await fetch('api/auth/refresh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    }).catch(() => undefined);
    if (!response?.ok) {
      state.textContent = 'Nobody is logged in: log in on the dashboard, then try again.';
      return;
    }
    inputs.bearerToken.value = (await response.json()).accessToken;
    apply();
    state.textContent = 'Requests are sent as the person who is logged in on the dashboard, for an hour.';
  });
}

function searchOperations() {
  const groups = [...document.querySelectorAll('#operations > details')].map((group) => ({
    group,
    items: [...group.querySelectorAll('li')].map((item) => ({
      item,
      text: `${group.firstChild.textContent} ${item.textContent} ${item.firstChild.title}`.toLowerCase(),
    })),
  }));
  const showCurrent = () => {
    for (const link of document.querySelectorAll('#menu a[href^="#"]')) {
      const current = link.getAttribute('href') === (location.hash || '#overview');
      if (current) {
        link.setAttribute('aria-current', 'true');
        const group = link.closest('#operations > details');
        if (group) group.open = true;
      } else link.removeAttribute('aria-current');
    }
  };
  byId('search').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { group, items } of groups) {
      let shown = 0;
      for (const { item, text } of items) {
        item.hidden = !words.every((word) => text.includes(word));
        if (!item.hidden) shown += 1;
      }
      group.hidden = shown === 0;
      group.open = words.length > 0 && shown > 0;
      found += shown;
    }
    byId('found').textContent = words.length === 0 ? '' : `${found} found`;
    if (words.length === 0) showCurrent();
  });
  addEventListener('hashchange', showCurrent);
  showCurrent();
}

applyChosenTheme();
foldMenu();
const reference = byId('reference');
if (reference) {
  skipWithoutHash();
  showReference(reference);
  takeCredentials(reference);
  searchOperations();
}
