import { call, type Schemas, stored } from '../../../api/client.ts';
import { useData } from '../../../api/loading.ts';
import { LinkButton } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { href } from '../../../state/route.ts';
import { Competitors } from './competitors.tsx';
import { Editor } from './editor.tsx';

type Brand = Schemas['Brand'];

/** One brand: its names, what else is known of it, and its competitors. */
export function OneBrand({ id }: { id: string }) {
  const brand = useData(['brand', id], () => stored('updateBrand', { id }));
  return (
    <>
      <p>
        <a href={href('settings/brands')}>All brands</a>
      </p>
      <Loaded of={brand} height={400}>
        {(of) => (
          <div class="stack">
            <Head brand={of.data} onChanged={brand.reload} />
            <Editor of={of} brandId={id} onReload={brand.reload} />
            <Competitors brand={of.data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** One competitor of a brand: its names, and what else is known of it. */
export function OneCompetitor({ brandId, id }: { brandId: string; id: string }) {
  const competitor = useData(['competitor', id], () => stored('updateCompetitor', { id }));
  return (
    <>
      <p>
        <a href={href(`settings/brands/${brandId}`)}>The brand and its competitors</a>
      </p>
      <Loaded of={competitor} height={400}>
        {(of) => (
          <div class="stack">
            <h2 dir="auto">{of.data.name}</h2>
            <Editor of={of} brandId={brandId} onReload={competitor.reload} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const archive: Act<Brand> = {
  label: 'Archive',
  operation: 'archiveBrand',
  confirm: ({ name }) => ({
    title: `Archive ${name}?`,
    action: 'Archive the brand',
    text: 'It leaves lists and reports, with its prompts and competitors. Nothing is deleted: you can take it back at any time.',
  }),
  done: ({ name }) => `${name} is archived.`,
};

const restore: Act<Brand> = {
  label: 'Take it back',
  operation: 'updateBrand',
  run: ({ id }) => call('updateBrand', { path: { id }, body: { archived: false } }),
  done: ({ name }) => `${name} is back in lists and reports.`,
};

function Head({ brand, onChanged }: { brand: Brand; onChanged: () => void }) {
  const { id, name, archived } = brand;
  if (archived)
    return (
      <>
        <h2 dir="auto">{name}</h2>
        <div class="note row spread" data-kind="warn">
          <span>This brand is archived: it is in no list and no report. Its history is kept.</span>
          <Acts acts={[restore]} on={brand} onDone={onChanged} />
        </div>
      </>
    );
  return (
    <div class="row spread">
      <h2 dir="auto">{name}</h2>
      <div class="actions">
        <LinkButton href={href('overview', { brand: id })}>See its report</LinkButton>
        <Acts acts={[archive]} on={brand} onDone={onChanged} />
      </div>
    </div>
  );
}
