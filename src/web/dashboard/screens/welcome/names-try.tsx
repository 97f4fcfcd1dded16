import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Loaded } from '../../components/card.tsx';
import { TextArea } from '../../components/form.tsx';
import { MarkedText } from '../../components/text.tsx';
import { usePaused } from '../../state/use-paused.ts';

/** An example answer in which the names as they are entered, saved or not, are marked at once. */
export function NamesTry({
  brand,
  aliases,
  competitors,
}: {
  brand: Schemas['Brand'];
  aliases: string[];
  competitors: Schemas['Competitor'][];
}) {
  const can = useAccess();
  const [text, setText] = useState(() => exampleOf(brand, competitors));
  const draft = usePaused(JSON.stringify({ text, aliases }));
  const names = competitors.map(({ id, name, aliases: others }) => [id, name, others]);
  const result = useData(can('testExtraction') ? ['try-names', brand.id, draft, names] : null, () => {
    const { text: answer, aliases: tried } = JSON.parse(draft) as { text: string; aliases: string[] };
    return unwrap(
      api.POST('/api/testing/extraction', {
        body: { brandId: brand.id, answer, draft: { subjectId: brand.id, aliases: tried } },
      }),
    );
  });
  if (!can('testExtraction')) return null;
  return (
    <div class="stack-small">
      <TextArea
        label="Try it: an answer"
        hint="Change it, or paste a real one. What is found is marked below."
        rows={4}
        maxLength={100_000}
        value={text}
        onInput={setText}
      />
      <Loaded of={result} height={60}>
        {(found) => <Marked result={found} brandId={brand.id} />}
      </Loaded>
    </div>
  );
}

function exampleOf({ name }: Schemas['Brand'], competitors: Schemas['Competitor'][]): string {
  const other = competitors[0]?.name ?? 'Another brand';
  return `${name} is an excellent choice, and owners praise its service. ${other} is cheaper, but buyers complain about it.`;
}

function Marked({ result, brandId }: { result: Schemas['ExtractionTestResult']; brandId: string }) {
  const named = result.observations.filter((observation) => observation.named);
  return (
    <div class="stack-small" role="status">
      <MarkedText reading={result} subjectId={brandId} />
      <p class="small muted">
        {named.length === 0
          ? 'Nobody is found in it.'
          : `Found: ${named.map(({ subject, position }) => `${subject.name} (position ${position})`).join(', ')}.`}
      </p>
    </div>
  );
}
