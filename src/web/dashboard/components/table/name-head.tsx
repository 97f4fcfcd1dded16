/** A person's name of something as the head of a narrow column: whole on hover, cut where it is long. */
export function NameHead({ name }: { name: string }) {
  return (
    <span class="name-head" title={name} dir="auto">
      {name}
    </span>
  );
}
