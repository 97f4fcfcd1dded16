import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { contractModules } from './contract-modules.ts';
import type { PageSource } from './page-file.ts';

const SOURCE = fileURLToPath(new URL('./dashboard/', import.meta.url));

/** A page and its files under /assets. */
export interface BuiltPage {
  html: string;
  assets: PageSource[];
}

/**
 * Bundles src/web/dashboard/: a script for the first screen, one for all others, and what both need, in one file each.
 * @throws Error for a source that does not compile
 */
export async function buildDashboard(): Promise<BuiltPage> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: SOURCE,
    entryPoints: ['main.tsx', 'screens/later.ts', 'styles/main.css'],
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    // Browsers from spring 2024 on: CSS light-dark() saves a second table of colours.
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [contractModules],
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  // Otherwise esbuild's process would live as long as the server.
  await stop();
  const assets = outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents }));
  const outputs = Object.entries(metafile.outputs);
  const output = (name: string) => outputs.find(([, { entryPoint }]) => entryPoint === name);
  const [main, later, style] = ['main.tsx', 'screens/later.ts', 'styles/main.css'].map(output);
  if (!main || !later || !style) throw new Error('The bundle of the dashboard has no entry.');
  // Preloads the first script's imports in parallel with it.
  const preloads = main[1].imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `<link rel="modulepreload" href="assets/${basename(path)}">`);
  // Within the page: it is smaller than the request for it.
  const icon = encodeURIComponent(await readFile(`${SOURCE}icon.svg`, 'utf8'));
  const template = await readFile(`${SOURCE}index.html`, 'utf8');
  const html = template
    .replace('{{icon}}', `data:image/svg+xml,${icon}`)
    .replace('{{style}}', `assets/${basename(style[0])}`)
    .replace('{{later}}', `assets/${basename(later[0])}`)
    .replace('{{script}}', `assets/${basename(main[0])}`)
    .replace('{{preloads}}', preloads.join(''));
  return { html, assets };
}
