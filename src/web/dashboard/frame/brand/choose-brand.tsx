import type { Schemas } from '../../api/client.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { href, useRoute } from '../../state/route.ts';
import { useBrands } from './brand.ts';
import { BrandSelect } from './brand-select.tsx';
import { NoBrand } from './no-brand.tsx';

/** More buttons than this are a wall: the picker finds a brand faster. */
const MOST_BUTTONS = 8;

/** What a screen about one brand shows where none is chosen yet. @param brand as useBrand gives it */
export function ChooseBrand({ title, brand }: { title: string; brand: Schemas['Brand'] | null | undefined }) {
  const brands = useBrands();
  const { screen } = useRoute();
  if (brand) return null;
  return (
    <div class="stack">
      <ScreenHead title={title} />
      <Loaded of={brands} height={120}>
        {({ data }) =>
          data.length === 0 ? (
            <NoBrand />
          ) : (
            <Card title="Which brand?">
              <div class="actions">
                {data.length > MOST_BUTTONS ? (
                  <BrandSelect />
                ) : (
                  data.map(({ id, name }) => (
                    <LinkButton key={id} href={href(screen, { brand: id })}>
                      <span class="cut" dir="auto" title={name}>
                        {name}
                      </span>
                    </LinkButton>
                  ))
                )}
              </div>
            </Card>
          )
        }
      </Loaded>
    </div>
  );
}
