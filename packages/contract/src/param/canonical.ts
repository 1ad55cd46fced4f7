/**
 * Values of an application's parameters as one text, the same for the same values: its SHA-256 is what
 * terminals and platform compare.
 */
export const canonicalParams = (values: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)))
