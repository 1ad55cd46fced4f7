import { formatAll } from '../../platform/format.ts'

/** A member that differs between two states of a record. */
export interface Change {
  readonly member: string
  readonly before: string
  readonly after: string
}

/** Members that every write changes: they say nothing. */
const silent: ReadonlySet<string> = new Set(['version', 'updatedAt', 'updatedBy', 'updatedByName'])

/** What a write changed, member by member; values as a person would write them down. */
export function changesOf(
  before: unknown,
  after: unknown,
  wordOf: (member: string, value: Plain) => string = (_, value) => String(value),
): readonly Change[] {
  const [old, young] = [membersOf(before), membersOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(young)])]
  return names
    .filter((member) => !silent.has(member))
    .map((member) => {
      const written = (state: typeof old) => write(state[member], (word) => wordOf(member, word))
      return { member, before: written(old), after: written(young) }
    })
    .filter((change) => change.before !== change.after)
}

/** A value that may have a word of its own. */
type Plain = string | number | boolean

const membersOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? { ...state } : {}

function write(value: unknown, wordOf: (value: Plain) => string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return wordOf(value)
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'))
    return formatAll(value.map(wordOf))
  return JSON.stringify(value)
}
