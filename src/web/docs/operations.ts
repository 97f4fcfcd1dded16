import { parseDocument } from '../../contract/document/document.ts';

/** An operation in the reference's menu. */
export interface MenuOperation {
  method: string;
  path: string;
  summary: string;
  /** RapiDoc's name for it in the URL's hash. */
  anchor: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of each tag, in the contract's order of tags. */
export function operationsByTag(): Map<string, MenuOperation[]> {
  const { tags = [], paths = {} } = parseDocument();
  const byTag = new Map(tags.map(({ name }) => [name, [] as MenuOperation[]]));
  for (const [path, methods] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = (methods as Record<string, { tags: string[]; summary: string } | undefined>)[method];
      if (operation)
        byTag.get(operation.tags[0] ?? '')?.push({
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          anchor: `${method}-${path.replaceAll(/[\s#:?&={}]/g, '-')}`,
        });
    }
  for (const [tag, operations] of byTag) if (operations.length === 0) byTag.delete(tag);
  return byTag;
}

/** The link target for a piece of code in a guide, such as `POST /api/runs`. */
export function operationHrefs(): Map<string, string> {
  const all = [...operationsByTag().values()].flat();
  return new Map(all.map(({ method, path, anchor }) => [`${method} ${path}`, `../docs#${anchor}`]));
}
