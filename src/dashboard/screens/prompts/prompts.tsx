import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { useBrands } from '../../frame/filter-bar.tsx';
import { href, useRoute } from '../../state/route.ts';
import { Matrix } from './matrix.tsx';
import { NamedPrompt } from './named-prompt.tsx';

/** All prompts, or the one that the address names. */
export default function Prompts() {
  const brands = useBrands();
  const { path } = useRoute();
  const name = path[0] ?? '';
  return (
    <Loaded of={brands} height={300}>
      {({ data }) =>
        data.length === 0 ? <NoBrand /> : name === '' ? <Matrix /> : <NamedPrompt key={name} name={name} />
      }
    </Loaded>
  );
}

function NoBrand() {
  return (
    <div class="stack">
      <ScreenHead title="Prompts" />
      <Card title="Welcome">
        <Empty
          title="There is no brand yet"
          action={
            <LinkButton kind="primary" href={href('welcome')}>
              Set up your first brand
            </LinkButton>
          }
        >
          Prompts are asked for a brand: what people ask, and whether the answers name it.
        </Empty>
      </Card>
    </div>
  );
}
