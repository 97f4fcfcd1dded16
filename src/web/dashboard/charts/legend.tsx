import { type Look, shapeOf } from './look.ts';

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
            <Swatch look={look} />
            <span dir="auto">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A short piece of a series' line. */
export function Swatch({ look }: { look: Look }) {
  return (
    <svg class="swatch" viewBox="0 0 20 10" aria-hidden="true" style={{ color: look.color }}>
      <line
        x1="1"
        x2="19"
        y1="5"
        y2="5"
        stroke="currentColor"
        stroke-width={look.width}
        stroke-dasharray={look.dashes}
        stroke-linecap="round"
      />
      {look.dashes === undefined && (
        <path d={shapeOf(look, 34)} transform="translate(10 5)" fill="currentColor" />
      )}
    </svg>
  );
}
