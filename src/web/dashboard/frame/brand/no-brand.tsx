import type { ComponentChildren } from 'preact';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty } from '../../components/card.tsx';
import { href } from '../../state/route.ts';

/** What a screen shows before there is anything to show it of. */
export function NoBrand({ children }: { children?: ComponentChildren }) {
  return (
    <Card title="Welcome">
      <Empty
        title="There is no brand yet"
        action={
          <LinkButton kind="primary" href={href('welcome')}>
            Set up your first brand
          </LinkButton>
        }
      >
        {children ??
          'In a few minutes: your brand, its competitors, the prompts to watch, and where answers come from.'}
      </Empty>
    </Card>
  );
}
