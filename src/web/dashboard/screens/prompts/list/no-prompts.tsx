import { Button, LinkButton } from '../../../components/button.tsx';
import { Card, Empty } from '../../../components/card.tsx';
import { href, NARROWING, setParams } from '../../../state/route.ts';

const ALL = Object.fromEntries(['search', 'platform', ...NARROWING].map((name) => [name, null]));

/** Why a list of prompts is empty, and what to do next. */
export function NoPrompts({ isFiltered, isArchived }: { isFiltered: boolean; isArchived: boolean }) {
  if (isFiltered)
    return (
      <Card title="Nothing found">
        <Empty
          title="No prompt matches"
          action={<Button onClick={() => setParams(ALL)}>Show all prompts</Button>}
        >
          Take back the search or a filter.
        </Empty>
      </Card>
    );
  if (isArchived)
    return (
      <Card title="Nothing archived">
        <Empty title="No prompt is archived">Prompts that are no longer asked come here.</Empty>
      </Card>
    );
  return (
    <Card title="No prompts yet">
      <Empty
        title="There is no prompt yet"
        action={
          <LinkButton kind="primary" href={href('welcome')}>
            Choose from suggestions
          </LinkButton>
        }
      >
        Add what people ask AI platforms when they look for what you offer, or choose from suggestions.
      </Empty>
    </Card>
  );
}
