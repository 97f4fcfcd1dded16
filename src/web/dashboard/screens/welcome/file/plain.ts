/** A name without case, blanks and signs, as names of columns and platforms are compared. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
