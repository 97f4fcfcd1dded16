import { useState } from 'preact/hooks';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Acts } from '../../../components/list/acts.tsx';
import { href, setParams } from '../../../state/route.ts';
import { promptActs } from '../changes/change-prompts.tsx';
import type { Prompt } from '../prompt-data.ts';

/** The search in prompts, and the way to those that are archived. */
export function Tools({ search, isArchived }: { search: string; isArchived: boolean }) {
  const [text, setText] = useState(search);
  return (
    <div class="row spread">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setParams({ search: text.trim() });
        }}
      >
        <input
          class="input prompts-search"
          type="search"
          aria-label="Search in prompts"
          placeholder="Search in prompts"
          maxLength={200}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            if (event.currentTarget.value === '') setParams({ search: null });
          }}
        />
        <Button type="submit">Search</Button>
      </form>
      <LinkButton size="small" href={href('prompts', { archived: isArchived ? null : 'true' })}>
        {isArchived ? 'Prompts that are asked' : 'Archived prompts'}
      </LinkButton>
    </div>
  );
}

/** What can be done with the prompts that are chosen. */
export function Selection({
  all,
  chosen,
  onChoose,
  onDone,
}: {
  all: readonly Prompt[];
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
  onDone: () => void;
}) {
  const changeable = all.filter(({ queries }) => queries.length > 0);
  const found = changeable.filter(({ key }) => chosen.has(key));
  return (
    <div class="row prompts-selection">
      {found.length === 0 ? (
        <span class="small muted">Choose prompts to ask them now, schedule, tag or archive them.</span>
      ) : (
        <strong>{found.length} chosen</strong>
      )}
      <Acts acts={promptActs} on={found.flatMap(({ queries }) => queries)} size="small" onDone={onDone} />
      {found.length > 0 && (
        <Button size="small" kind="plain" onClick={() => onChoose(new Set())}>
          Choose none
        </Button>
      )}
      {found.length < changeable.length && (
        <Button size="small" kind="plain" onClick={() => onChoose(new Set(changeable.map(({ key }) => key)))}>
          Choose all
        </Button>
      )}
    </div>
  );
}
