import type { ComponentChildren } from 'preact';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, ScreenHead } from '../../components/card.tsx';
import { href } from '../../state/route.ts';

/** Says that nothing is known of what an address names, and leads back. */
export function NotFound({ one, children }: { one: 'prompt' | 'answer'; children?: ComponentChildren }) {
  return (
    <div class="stack">
      <ScreenHead title={one === 'prompt' ? 'Prompt' : 'Answer'} />
      <Card title="Not found">
        <Empty
          title={`There is no such ${one}`}
          action={
            <LinkButton kind="primary" href={href('prompts')}>
              All prompts
            </LinkButton>
          }
        >
          {children ?? 'The link may be old, or of another organisation.'}
        </Empty>
      </Card>
    </div>
  );
}
