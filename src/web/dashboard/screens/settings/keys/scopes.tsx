import type { Schemas } from '../../../api/client.ts';
import { curlLine, ingestLine } from '../../../api/curl.ts';
import { useBrands } from '../../../frame/brand.ts';
import { Copied, ShownOnce } from '../parts/shown-once.tsx';

export type Scope = Schemas['ApiKeyScope'];

export const SCOPES: readonly { scope: Scope; words: string; hint: string }[] = [
  { scope: 'reports:read', words: 'read reports', hint: 'For spreadsheets, dashboards and data warehouses.' },
  { scope: 'runs:write', words: 'send answers', hint: 'For programs that ask AI platforms by themselves.' },
];

export function scopeWords(scopes: readonly Scope[]): string {
  return SCOPES.filter(({ scope }) => scopes.includes(scope))
    .map(({ words }) => words)
    .join(', ');
}

/** A new key, this once, with a line that tries it. */
export function NewKey({ created }: { created: Schemas['ApiKeyCreated'] }) {
  const mayRead = created.scopes.includes('reports:read');
  const brands = useBrands().data?.data ?? [];
  const brand = brands.find(({ id }) => created.brandIds?.includes(id) ?? true)?.name ?? 'YOUR BRAND';
  return (
    <div class="stack">
      <ShownOnce label="The key" value={created.key}>
        Copy the key now: it is not shown again. Keep it where passwords are kept.
      </ShownOnce>
      <Copied
        label={
          mayRead ? 'Try it in a terminal: a report of your brands' : 'Try it in a terminal: send one answer'
        }
        value={
          mayRead ? curlLine('/api/customer/v1/reports/brands', created.key) : ingestLine(created.key, brand)
        }
      />
    </div>
  );
}
