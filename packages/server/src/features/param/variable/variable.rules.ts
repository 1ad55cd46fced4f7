import {
  builtInVariables,
  faultOfFill,
  isBuiltIn,
  mostVariableLength,
  placeholdersOf,
  type TextKey,
  type ValueOf,
  type VariableType,
} from '@muster/contract'
import type { Target } from './resolve.rules.ts'

/** What a form says of a variable. */
export interface WrittenVariable extends Target {
  readonly key: string
  readonly type: VariableType
  readonly value: string | null
  readonly secretValue: string | null
  readonly fileId: string | null
  readonly pattern: string | null
}

export interface VariableFault {
  readonly field: string
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

const named = {
  PLATFORM: null,
  ORG: 'orgId',
  STATION: 'stationId',
  DEVICE: 'deviceId',
} as const

/** A target with nothing but what its level names. */
export function targetOf({ level, appId, ...given }: Target): Target {
  const of = (field: 'orgId' | 'stationId' | 'deviceId') =>
    named[level] === field ? given[field] : null
  return { level, appId, orgId: of('orgId'), stationId: of('stationId'), deviceId: of('deviceId') }
}

/** What is wrong with a variable by itself; null: nothing. */
export function faultOfVariable(
  written: WrittenVariable,
  hasSecret: boolean,
  isPattern: (pattern: string) => boolean,
): VariableFault | null {
  const { key, level, type, secretValue, value, fileId, pattern } = written
  const field = named[level]
  if (isBuiltIn(key)) return { field: 'key', key: 'variable.builtIn' }
  if (field !== null && written[field] === null) return { field, key: 'rule.required' }
  if (type === 'FILE' && fileId === null) return { field: 'fileId', key: 'rule.required' }
  if (type === 'SECRET' && !hasSecret && !secretValue && !value)
    return { field: 'secretValue', key: 'rule.required' }
  if (pattern && !isPattern(pattern)) return { field: 'pattern', key: 'rule.pattern' }
  return null
}

const builtIns: ReadonlySet<string> = new Set(builtInVariables)

/** Variables that a value names, but for those that everybody has. */
export const namesIn = (value: string): string[] => placeholdersOf(value)

/** What keeps a value from being filled where it stands; null: nothing. */
export function faultOfNames(value: string, valueOf: ValueOf): Omit<VariableFault, 'field'> | null {
  const { unknown, isTooLong } = faultOfFill(value, (key) =>
    builtIns.has(key) ? '' : valueOf(key),
  )
  if (unknown.length > 0)
    return { key: 'variable.unknownNames', params: { names: unknown.join(', ') } }
  return isTooLong ? { key: 'variable.tooLong' } : null
}

/** What stands for a secret where it is asked how long values come to: as long as one may be, so that none tells its length. */
export const anySecret = 'x'.repeat(mostVariableLength)

/** A text that is taken as it stands, for values that name no variables: secrets and files. */
// A function says what comes instead: in a text `$$` would be one dollar.
export const literal = (text: string): string => text.replaceAll('${', () => '$${')
