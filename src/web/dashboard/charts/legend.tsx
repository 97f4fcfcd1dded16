import type { Look } from '../../../presentation/charts/look.ts';
import { swatch } from '../../../presentation/charts/swatch.ts';
import { Drawn } from './drawn.tsx';

export interface LegendEntry {
  name: string;
  look: Look;
  isOn: boolean;
}

/** Which series are drawn and how: each turns its own on and off. */
export function Legend({
  entries,
  onToggle,
}: {
  entries: readonly LegendEntry[];
  onToggle: (name: string) => void;
}) {
  return (
    <ul class="legend" aria-label="Shown in the chart">
      {entries.map(({ name, look, isOn }, at) => (
        <li key={at}>
          <button type="button" aria-pressed={isOn} title={name} onClick={() => onToggle(name)}>
            <Drawn of={[swatch(look)]} />
            <span dir="auto">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
