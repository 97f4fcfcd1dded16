import type { Schemas } from '../../../api/client.ts';
import { curlLine, ingestLine } from '../../../api/curl.ts';
import { Copied, ShownOnce } from '../../../components/shown-once.tsx';
import { useBrands } from '../../../frame/brand/brand.ts';

export type Scope = Schemas['ApiKeyScope'];

export const SCOPES: readonly (readonly [Scope, string, string])[] = [
  ['reports:read', 'Read reports', 'For spreadsheets, dashboards and data warehouses.'],
  ['runs:write', 'Send answers', 'For programs that ask AI platforms by themselves.'],
];

export function scopeWords(scopes: readonly Scope[]): string {
  return SCOPES.filter(([scope]) => scopes.includes(scope))
    .map(([, words]) => words.toLowerCase())
    .join(', ');
}

/** A new key, this once, with a line that tries it. */
export function NewKey({ created, onClose }: { created: Schemas['ApiKeyCreated']; onClose: () => void }) {
  const mayRead = created.scopes.includes('reports:read');
  const brands = useBrands().data?.data ?? [];
  const brand = brands.find(({ id }) => created.brandIds?.includes(id) ?? true)?.name ?? 'YOUR BRAND';
  return (
    <ShownOnce
      title={`The key ${created.name}`}
      label="The key"
      value={created.key}
      about="Copy the key now: it is not shown again. Keep it where passwords are kept."
      onClose={onClose}
    >
      <Copied
        label={`Try it in a terminal: ${mayRead ? 'a report of your brands' : 'send one answer'}`}
        value={
          mayRead ? curlLine('/api/customer/v1/reports/brands', created.key) : ingestLine(created.key, brand)
        }
      />
    </ShownOnce>
  );
}
