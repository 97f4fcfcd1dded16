/** Without what is null: parameters of a request, of which each is a condition. */
export function given<Parameters extends object>(
  parameters: Parameters,
): { [Name in keyof Parameters]?: NonNullable<Parameters[Name]> } {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null)) as {
    [Name in keyof Parameters]?: NonNullable<Parameters[Name]>;
  };
}
