import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { guidePages, referenceHtml } from './docs/html.ts';
import { hashedName, type PageSource } from './page-file.ts';

const SOURCE = fileURLToPath(new URL('./', import.meta.url));

/** The pages of the documentation and their files under /assets. */
export interface BuiltDocs {
  reference: string;
  /** The guides by name. */
  guides: Map<string, string>;
  assets: PageSource[];
}

/** Makes the reference (RapiDoc over the contract) and the guides. */
export async function buildDocs(): Promise<BuiltDocs> {
  const read = (path: string) => readFile(path, 'utf8');
  const [icon, tokens, style, script, rapidoc] = await Promise.all([
    read(`${SOURCE}dashboard/icon.svg`),
    read(`${SOURCE}../presentation/tokens.css`),
    read(`${SOURCE}docs/page/docs.css`),
    read(`${SOURCE}docs/page/docs.js`),
    read(rapidocPath()),
  ]);
  const asset = (name: string, content: string): PageSource => ({ name: hashedName(name, content), content });
  const files = {
    icon: asset('icon.svg', icon),
    style: asset('docs.css', tokens + style),
    script: asset('docs.js', script),
    // The source map is not served.
    rapidoc: asset('rapidoc.js', rapidoc.replace(/\/\/# sourceMappingURL=\S+\s*$/, '')),
  };
  const names = {
    icon: files.icon.name,
    style: files.style.name,
    script: files.script.name,
    rapidoc: files.rapidoc.name,
  };
  return { reference: referenceHtml(names), guides: guidePages(names), assets: Object.values(files) };
}

/** The built file in a package built by src/bin/pack.mjs; otherwise the one in node_modules. */
function rapidocPath(): string {
  const packed = `${SOURCE}docs/page/rapidoc/rapidoc-min.js`;
  return existsSync(packed) ? packed : createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');
}
