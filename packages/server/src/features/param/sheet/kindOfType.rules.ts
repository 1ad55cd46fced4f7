/** What the cells of a parameter's values are, by its type, where a sheet program has a way of its own to write that. */
export function kindOfType(type: unknown): 'date' | 'flag' | undefined {
  if (type === 'DATE') return 'date'
  return type === 'BOOL' ? 'flag' : undefined
}
