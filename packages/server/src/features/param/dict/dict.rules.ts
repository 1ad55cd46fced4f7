import {
  controlsOf,
  faultOfValue,
  hasPlaceholder,
  isFileType,
  type Matches,
  type ParamColumn,
  type ParamShape,
  type ParamControl,
  secretTypes,
  type TextKey,
} from '@muster/contract'

/** What is judged of an entry, whichever way it comes. */
export interface JudgedDict extends ParamShape {
  readonly pid: string
  readonly control: ParamControl | null
  readonly secret: boolean
  /** The default in clear; null: none, or one that stays as it is sealed. */
  readonly given: string | null
  readonly dependsOn: { readonly pid: string; readonly value: string } | null
}

export interface DictFault {
  readonly field: string
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

export interface Patterns {
  readonly isPattern: (pattern: string) => boolean
  readonly matches: Matches
}

type Rules = Omit<ParamColumn, 'key' | 'title' | 'required'>

/** What is wrong with an entry by itself; null: nothing. */
export function faultOfDict(dict: JudgedDict, patterns: Patterns): DictFault | null {
  const { dataType, control, secret, given, dependsOn, pid } = dict
  const { columns } = dict
  const badColumn = columns.find((column) => faultOfRules(column, patterns) !== null)
  if (dataType === 'TABLE' && columns.length === 0)
    return { field: 'columns', key: 'rule.required' }
  if (badColumn)
    return { field: 'columns', key: 'paramDict.badColumn', params: { column: badColumn.title } }
  const broken = dataType === 'TABLE' ? null : faultOfRules({ ...dict, dataType }, patterns)
  if (broken) return broken
  if (control !== null && !controlsOf(dataType).includes(control))
    return { field: 'control', key: 'paramDict.otherControl' }
  if (secret && !secretTypes.includes(dataType))
    return { field: 'secret', key: 'paramDict.notSecret' }
  if (dependsOn?.pid === pid) return { field: 'dependsOn', key: 'paramDict.dependsOnItself' }
  // Files are held by assignments and variables.
  if (isFileType(dataType) && given && !hasPlaceholder(given))
    return { field: 'defaultValue', key: 'param.fileDefault' }
  const fault = given === null || given === '' ? null : faultOfValue(dict, given, patterns.matches)
  return fault && { field: secret ? 'secretDefault' : 'defaultValue', ...fault }
}

/** Rules that say against each other, or nothing at all. */
function faultOfRules(rules: Rules, { isPattern }: Patterns): DictFault | null {
  const { dataType, minLength, maxLength, minValue, maxValue, pattern, items } = rules
  if (minLength !== null && maxLength !== null && maxLength < minLength)
    return { field: 'maxLength', key: 'paramDict.maxBelowMin' }
  if (minValue !== null && maxValue !== null && maxValue < minValue)
    return { field: 'maxValue', key: 'paramDict.maxBelowMin' }
  if (pattern && !isPattern(pattern)) return { field: 'pattern', key: 'rule.pattern' }
  const isChoice = dataType === 'ENUM' || dataType === 'MULTI_ENUM'
  return isChoice && items.length === 0 ? { field: 'items', key: 'rule.required' } : null
}

/** Whether following what each depends on leads from a parameter back to it. */
export function isInRing(start: string, dependsOn: ReadonlyMap<string, string>): boolean {
  const passed = new Set<string>()
  for (let at = dependsOn.get(start); at !== undefined && !passed.has(at); at = dependsOn.get(at)) {
    if (at === start) return true
    passed.add(at)
  }
  return false
}
