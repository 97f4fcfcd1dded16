import { Loaded, ScreenHead } from '../../components/card.tsx';
import { useBrands } from '../../frame/brand/brand.ts';
import { NoBrand } from '../../frame/brand/no-brand.tsx';
import { useRoute } from '../../state/route.ts';
import { Matrix } from './list/matrix.tsx';
import { NamedPrompt } from './named-prompt.tsx';

/** All prompts, or the one that the address names. */
export default function Prompts() {
  const brands = useBrands();
  const { path } = useRoute();
  const name = path[0] ?? '';
  return (
    <Loaded of={brands} height={300}>
      {({ data }) =>
        data.length === 0 ? <NoPrompts /> : name === '' ? <Matrix /> : <NamedPrompt key={name} name={name} />
      }
    </Loaded>
  );
}

function NoPrompts() {
  return (
    <div class="stack">
      <ScreenHead title="Prompts" />
      <NoBrand>Prompts are asked for a brand: what people ask, and whether the answers name it.</NoBrand>
    </div>
  );
}
