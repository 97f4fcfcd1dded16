/** The text that this browser stored under a name; null for none, or where storage is refused. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text for the next visit; null removes it. Where storage is refused it holds until the page is left. */
export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Nothing depends on it.
  }
}
