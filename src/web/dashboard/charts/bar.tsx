/** A share of 100 as a bar, beside its number. */
export function Bar({ value, color = 1 }: { value: number | null; color?: number }) {
  return (
    <div class="bar" aria-hidden="true">
      <span
        style={{ width: `${Math.max(0, Math.min(100, value ?? 0))}%`, background: `var(--series-${color})` }}
      />
    </div>
  );
}
