/** What this browser remembers under a name; null where it has nothing, or where storage is refused. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers a text for the next visit, or forgets it: null. Where storage is refused it holds until the page is left. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Nothing depends on it.
  }
}
