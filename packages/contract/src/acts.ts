import type { Call, CallGroup } from './core/call.ts'
import { exportOf } from './core/exportCall.ts'
import { importOf } from './imports.ts'
import { type ActKind, doesAct } from './log/actKinds.ts'
// Every group of calls, by the name that the contract exports it under.
import * as contract from './index.ts'

// Not part of the index: whoever imports this has every call of the contract at hand.

/** A call by its names in the contract: `vendors.update` is the call `update` of the group `vendors`. */
export interface Act {
  readonly group: string
  readonly name: string
  /** Whether the group's records go to a recycle bin before they are gone. */
  readonly hasBin: boolean
}

/** A call as the log keeps it. */
export interface CalledAs {
  readonly method: string
  readonly path: string
}

const keyOf = ({ method, path }: CalledAs): string => `${method} ${path}`

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'schemas' in value

/** A member may be something else than a call: a group's words, a schema. */
const callsOf = (value: unknown): readonly (readonly [string, Call])[] =>
  typeof value === 'object' && value !== null && !isCall(value)
    ? Object.entries(value).filter((entry): entry is [string, Call] => isCall(entry[1]))
    : []

const acts: ReadonlyMap<string, Act> = new Map(
  Object.entries(contract).flatMap(([group, value]) => {
    const calls = callsOf(value)
    const hasBin = calls.some(([name]) => name === 'recyclePage')
    return [...calls, ...madeOf(Object.fromEntries(calls))].map(([name, call]): [string, Act] => [
      keyOf(call),
      { group, name, hasBin },
    ])
  }),
)

/** The calls that the lists of a group have beside those of the group. */
function madeOf(calls: CallGroup): readonly (readonly [string, Call])[] {
  const pages = Object.entries(calls).filter(([, { path }]) => path.endsWith('/page'))
  return [
    ...pages.map(
      ([name, call]) => [name === 'page' ? 'export' : `${name}Export`, exportOf(call)] as const,
    ),
    ...Object.entries(calls).flatMap(([name, call]) => importedTo(name, call)),
  ]
}

/** The import of a list; of one that is not its group's first, under the name of its call. */
function importedTo(name: string, call: Call): readonly (readonly [string, Call])[] {
  const taken = importOf(call)?.calls
  if (!taken) return []
  const [start, template] =
    name === 'page' ? ['import', 'template'] : [`${name}Import`, `${name}Template`]
  return [
    [start, taken.start],
    [template, taken.template],
  ]
}

/** The call of a method and a path by its names; undefined: this version has no such call. */
export const actOf = (call: CalledAs): Act | undefined => acts.get(keyOf(call))

/** All calls that do such a thing. */
export const callsDoing = (kind: ActKind): readonly CalledAs[] =>
  [...acts].flatMap(([key, act]) => (doesAct(act, kind) ? [calledAs(key)] : []))

function calledAs(key: string): CalledAs {
  const [method = '', path = ''] = key.split(' ')
  return { method, path }
}

/** Keys of the noun of what a group keeps, one and many of them. */
export const nounsOf = ({ group }: Act) =>
  ({ one: `act.one.${group}`, many: `act.many.${group}` }) as const

/**
 * Keys of the sentence that says what a call did, the most particular first. A call may have a
 * sentence of its own; what each entity has is one sentence with the entity's noun in it.
 */
export function sentenceKeysOf(act: Act, request: unknown = null): readonly string[] {
  const { group, name, hasBin } = act
  const each = hasBin ? [`act.each.${name}`] : [`act.each.${name}ForGood`, `act.each.${name}`]
  return [`act.${group}.${name}`, ...each].flatMap((key) => byValue(key, request))
}

/** Keys of the title of the background task that a batch call becomes; its text says `{count}`. */
export const titleKeysOf = ({ group, name }: Act, request: unknown = null): readonly string[] =>
  [`taskTitle.${group}.${name}`, `taskTitle.each.${name}`].flatMap((key) => byValue(key, request))

/** Members of a request by whose value an act is called: a restart and a message are one call. */
const tellingMembers = ['status', 'on', 'pinned', 'cmd', 'part', 'result'] as const

function byValue(key: string, request: unknown): readonly string[] {
  const values = new Map<string, unknown>(
    typeof request === 'object' && request !== null ? Object.entries(request) : [],
  )
  // Rows with their versions are named by an undo alone (core/batch.ts); groups and labels say so (device/sets.ts).
  const isUndo =
    values.has('rows') || values.get('keepsOthers') === true || values.get('takesBack') === true
  const undone = isUndo ? ['undo'] : []
  const told = [...undone, ...tellingMembers.map((member) => values.get(member)).filter(isWord)]
  return [...told.map((value) => `${key}.${value}`), key]
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''
