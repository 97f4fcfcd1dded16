import { counted, formatDay } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { FormError, SelectField } from '../../../components/form/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { href } from '../../../state/route.ts';
import { FirstAnswers } from './first-answers.tsx';
import type { Outcome } from './pieces.ts';
import { Problems } from './problems.tsx';

export interface Named {
  id: string;
  name: string;
}

/** The brand that most answers of a file are about. */
export function mostNamed({ brands: named }: Outcome, brands: Named[]): string | null {
  const [most] = [...named].sort(([, a], [, b]) => b - a);
  return brands.find(({ name }) => most && folded(name) === folded(most[0]))?.id ?? null;
}

/** The same name in other letters, as the API compares them. */
const folded = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

const NAMES_SHOWN = 8;

/** Some of many names, and how many there are beside them. */
function namesOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMES_SHOWN)
    .map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a file holds, before anything is sent. */
export function Found({
  file,
  found,
  brands,
  brandId,
  onBrand,
  onBrands,
  onSend,
  onAgain,
}: {
  file: File;
  found: Outcome;
  brands: Named[];
  brandId: string;
  onBrand: (id: string) => void;
  onBrands: () => void;
  onSend: () => void;
  onAgain: () => void;
}) {
  const { answers } = found;
  const can = useAccess();
  const known = new Set(brands.map((brand) => folded(brand.name)));
  const unknown = [...found.brands].filter(([brand]) => !known.has(folded(brand)));
  const making = useAction(async () => {
    for (const [brand] of unknown) await call('createBrand', { body: { name: brand } });
  });
  const make = async () => {
    if (await making.run()) toast(`${counted(unknown.length, 'brand')} created.`);
    // Some may have been created before one was refused.
    onBrands();
  };
  const ofUnknown = unknown.reduce((sum, [, answers]) => sum + answers, 0);
  const { names = [], columns = [] } = found.start.reading;
  const unused = names.filter((name, at) => name.trim() !== '' && !columns[at]);
  const isWithoutBrand = found.withoutBrand > 0 && brands.length === 0;
  return (
    <div class="stack">
      <p>
        <strong dir="auto">{file.name}</strong> holds {counted(answers, 'answer')}
        {found.first !== null && ` ${daysOf(found.first, found.last)}`}
        {found.brands.size > 0 && ` about ${counted(found.brands.size, 'brand')}`}.
        {unused.length > 0 && ` Columns that are not used: ${namesOf(unused)}.`}
      </p>
      {found.withoutBrand > 0 && brands.length > 0 && (
        <SelectField
          label={`Which brand are the prompts of? (${counted(found.withoutBrand, 'answer')} without one)`}
          value={brandId}
          options={brands.map((brand) => [brand.id, brand.name] as const)}
          onChange={onBrand}
        />
      )}
      {isWithoutBrand && (
        <p class="note" data-kind="warn">
          {counted(found.withoutBrand, 'answer')} without a brand.{' '}
          <a href={href('welcome/brand')}>Create a brand first</a>, then drop the file again.
        </p>
      )}
      {unknown.length > 0 && (
        <div class="note stack-small" data-kind="warn">
          <p>
            {counted(unknown.length, 'brand')} in this file {unknown.length === 1 ? 'is' : 'are'} not yet here
            ({counted(ofUnknown, 'answer')}): {namesOf(unknown.map(([brand]) => brand))}. Their answers would
            be refused.
          </p>
          {can('createBrand') && (
            <div class="actions">
              <Button isBusy={making.isBusy} onClick={() => void make()}>
                {unknown.length === 1 ? 'Create this brand' : `Create these ${unknown.length} brands`}
              </Button>
            </div>
          )}
          <FormError error={making.error} />
        </div>
      )}
      <FirstAnswers runs={found.start.runs} />
      <Problems problems={found.problems} problemCount={found.problemCount} />
      <div class="actions">
        <Button kind="primary" disabled={answers === 0 || isWithoutBrand || making.isBusy} onClick={onSend}>
          Import {counted(answers, 'answer')}
        </Button>
        <Button onClick={onAgain}>Choose another file</Button>
      </div>
    </div>
  );
}

function daysOf(first: string, last: string | null): string {
  const [from, to] = [formatDay(first), formatDay(last)];
  return from === to ? `of ${from}` : `from ${from} to ${to}`;
}
