import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/client.ts';
import { LinkButton } from '../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../components/card.tsx';
import { href, useRoute } from '../state/route.ts';
import { useBrands } from './brand.ts';

/** What a screen about one brand shows where none is chosen yet. @param brand as useBrand gives it */
export function ChooseBrand({ title, brand }: { title: string; brand: Schemas['Brand'] | null | undefined }) {
  const brands = useBrands();
  const { screen } = useRoute();
  if (brand) return null;
  return (
    <div class="stack">
      <ScreenHead title={title} />
      <Loaded of={brands} height={200}>
        {({ data }) => (
          <Card title={data.length === 0 ? 'No brand yet' : 'Which brand?'}>
            {data.length === 0 ? (
              <NoBrand />
            ) : (
              <div class="actions">
                {data.map(({ id, name }) => (
                  <LinkButton key={id} href={href(screen, { brand: id })}>
                    {name}
                  </LinkButton>
                ))}
              </div>
            )}
          </Card>
        )}
      </Loaded>
    </div>
  );
}

/** Where there is no brand yet. @param children what one is for */
export function NoBrand({ children }: { children?: ComponentChildren }) {
  return (
    <Empty
      title="There is no brand yet"
      action={
        <LinkButton kind="primary" href={href('welcome')}>
          Set up your first brand
        </LinkButton>
      }
    >
      {children}
    </Empty>
  );
}
