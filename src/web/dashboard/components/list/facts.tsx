import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';

/** What is known of something: names and values. One without a value (null, false) is left out. */
export function Facts({
  of,
  isSmall = false,
}: {
  of: readonly (readonly [string, ComponentChildren])[];
  isSmall?: boolean;
}) {
  return (
    <dl class={isSmall ? 'kv small' : 'kv'}>
      {of.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== false && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
