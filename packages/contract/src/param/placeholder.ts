/** What stands for a variable in a value: `${key}`. `$${` is a dollar and a brace, and no placeholder. */
const placeholder = /\$\$\{|\$\{([A-Za-z0-9._-]{1,64})\}/g

/** Variables that everybody has, each of them a fact of the terminal, its station or its organisation. */
export const builtInVariables = [
  'device.sn',
  'device.tid',
  'device.mid',
  'device.model',
  'station.name',
  'station.address',
  'station.mcc',
  'org.code',
] as const
export type BuiltInVariable = (typeof builtInVariables)[number]

/** Whether a name is kept for what everybody has. */
export const isBuiltIn = (key: string): boolean => /^(device|station|org)\./.test(key)

/** Variables that a value names, each once. */
export function placeholdersOf(text: string): string[] {
  const keys = Array.from(text.matchAll(placeholder), ([, key]) => key)
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** Whether a value reads otherwise once it is filled. */
export const hasPlaceholder = (text: string): boolean => placeholdersOf(text).length > 0

/** A value with its placeholders filled; `valueOf` says undefined for what it does not know, which stays as it stands. */
export const fillPlaceholders = (text: string, valueOf: ValueOf): string =>
  text.replace(placeholder, (whole, key: string | undefined) =>
    key === undefined ? '${' : (valueOf(key) ?? whole),
  )

/** Longest value, in characters; of a table or a JSON document the whole of it. */
export const mostValueLength = 65_536

/** How deep variables may name variables. */
const deepest = 10
/** Placeholders that may be filled for one value, in it and in all that it leads to. */
const mostFills = 10_000

/** What a name stands for; undefined: nobody knows it. */
export type ValueOf = (key: string) => string | undefined

/** What is wrong with a value whose variables may name others. */
export interface FillFault {
  /** Names that nobody knows, that lead back to themselves, or that name others too deep. */
  readonly unknown: readonly string[]
  /** Whether it comes to more than a value may be, or asks for more than is filled for one. */
  readonly isTooLong: boolean
}

/** Variables whose values name others may go in a ring, or name what nobody knows. */
export interface Filled extends FillFault {
  /** Names that are told as unknown stay in it as they stand; empty where it would be too long. */
  readonly text: string
}

/** A value taken apart: texts as they stand, and the names between them, one fewer. */
interface Parts {
  readonly texts: readonly string[]
  readonly names: readonly string[]
}

function partsOf(value: string): Parts {
  const texts: string[] = []
  const names: string[] = []
  let text = ''
  let from = 0
  for (const found of value.matchAll(placeholder)) {
    const [whole, key] = found
    text += value.slice(from, found.index)
    from = found.index + whole.length
    if (key === undefined) text += '${'
    else {
      texts.push(text)
      names.push(key)
      text = ''
    }
  }
  return { texts: [...texts, text + value.slice(from)], names }
}

/** All that a value leads to, each name asked for once; null: more than is filled for one value. */
function reach(text: string, valueOf: ValueOf) {
  const whole = partsOf(text)
  const known = new Map<string, Parts>()
  const missing = new Set<string>()
  let fills = whole.names.length
  const open = [...whole.names]
  for (let key = open.pop(); key !== undefined && fills <= mostFills; key = open.pop()) {
    if (known.has(key) || missing.has(key)) continue
    const value = valueOf(key)
    if (value === undefined) {
      missing.add(key)
      continue
    }
    const parts = partsOf(value)
    known.set(key, parts)
    fills += parts.names.length
    open.push(...parts.names)
  }
  return fills > mostFills ? null : { whole, known, missing }
}

/** Names in such an order that each comes after those that its value names; what is in a ring, or too deep, is in none. */
function inOrder(known: ReadonlyMap<string, Parts>): string[] {
  const users = new Map<string, string[]>()
  const waiting = new Map<string, number>()
  for (const [key, { names }] of known) {
    const needed = new Set(names.filter((name) => known.has(name)))
    waiting.set(key, needed.size)
    for (const name of needed) {
      const mine = users.get(name)
      if (mine) mine.push(key)
      else users.set(name, [key])
    }
  }
  const order: string[] = []
  let level = [...known.keys()].filter((key) => waiting.get(key) === 0)
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    order.push(...level)
    const next: string[] = []
    for (const user of level.flatMap((key) => users.get(key) ?? [])) {
      const left = (waiting.get(user) ?? 0) - 1
      waiting.set(user, left)
      if (left === 0) next.push(user)
    }
    level = next
  }
  return order
}

const tooLong = { unknown: [], isTooLong: true } as const

/** Names in a value that cannot be filled, and how long it would be: no text is made for that. */
function plan(text: string, valueOf: ValueOf) {
  const found = reach(text, valueOf)
  if (!found) return { fault: tooLong, fill: () => '' }
  const { whole, known, missing } = found
  const order = inOrder(known)
  const lengths = new Map<string, number>()
  const lengthOf = ({ texts, names }: Parts) =>
    texts.reduce((sum, one) => sum + one.length, 0) +
    names.reduce((sum, name) => sum + (lengths.get(name) ?? name.length + 3), 0)
  for (const key of order) lengths.set(key, lengthOf(partsIn(known, key)))
  const unknown = [...missing, ...[...known.keys()].filter((key) => !lengths.has(key))]
  const isTooLong = [whole, ...order.map((key) => partsIn(known, key))].some(
    (parts) => lengthOf(parts) > mostValueLength,
  )
  const fill = () => {
    const filled = new Map<string, string>()
    for (const key of order) filled.set(key, joined(partsIn(known, key), filled))
    return joined(whole, filled)
  }
  return { fault: { unknown, isTooLong }, fill }
}

const partsIn = (known: ReadonlyMap<string, Parts>, key: string): Parts =>
  known.get(key) ?? { texts: [''], names: [] }

const joined = ({ texts, names }: Parts, filled: ReadonlyMap<string, string>): string =>
  texts
    .map((text, at) => {
      const name = names[at]
      return name === undefined ? text : text + (filled.get(name) ?? `\${${name}}`)
    })
    .join('')

/** What is wrong with a value whose variables' own values may name others; nothing is filled. */
export const faultOfFill = (text: string, valueOf: ValueOf): FillFault => plan(text, valueOf).fault

/** Fills a value by variables whose own values may name others; what each comes to is made once. */
export function fillDeep(text: string, valueOf: ValueOf): Filled {
  const { fault, fill } = plan(text, valueOf)
  return { ...fault, text: fault.isTooLong ? '' : fill() }
}
