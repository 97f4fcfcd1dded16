import type { ComponentChildren } from 'preact';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, ScreenHead } from '../../components/card.tsx';
import { href } from '../../state/route.ts';

/** Says that nothing is known of a prompt, and leads back. */
export function UnknownPrompt({ children }: { children?: ComponentChildren }) {
  return (
    <div class="stack">
      <ScreenHead title="Prompt" />
      <Card title="Not found">
        <Empty
          title="There is no such prompt"
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
