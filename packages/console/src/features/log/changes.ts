/** A member that differs between two states of a record. */
export interface Change {
  readonly member: string
  readonly before: string
  readonly after: string
}

/** Members that every write changes: they say nothing. */
const silent: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy', 'updatedByName'])

/** What a write changed, member by member; values as a person would write them down. */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const [old, young] = [membersOf(before), membersOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  return names
    .filter((member) => !silent.has(member))
    .map((member) => ({ member, before: write(old[member]), after: write(young[member]) }))
    .filter((change) => change.before !== change.after)
}

const membersOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

function write(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
