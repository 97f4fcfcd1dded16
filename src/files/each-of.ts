/**
 * Processes items, several at a time. After a failure no further one starts.
 * @throws the first failure
 */
export async function eachOf<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items].reverse();
  const failures: unknown[] = [];
  const worker = async () => {
    while (left.length > 0 && failures.length === 0)
      await work(left.pop() as T).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failures.length > 0) throw failures[0];
}
