import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { alarmKinds } from './alarm.ts'
import { severities } from './event.ts'
import { paramStands, lifecycles, lockStates, presences, securityStates } from './states.ts'

/** Conditions that one filter may have, and how deep it may nest. */
export const mostConditions = 30
export const deepestFilter = 5

/** What may be asked of each kind of fact, and what it is compared with. */
export const filterOperators = {
  text: ['is', 'isNot', 'begins', 'contains', 'isEmpty', 'isFilled'],
  /** A text that is named one by one, too. */
  serial: ['is', 'isNot', 'in', 'notIn', 'begins', 'contains', 'isEmpty', 'isFilled'],
  record: ['in', 'notIn'],
  tree: ['in', 'notIn', 'below', 'notBelow'],
  choice: ['in', 'notIn'],
  version: ['is', 'isNot', 'older', 'newer', 'isEmpty', 'isFilled'],
  number: ['atLeast', 'atMost'],
  age: ['within', 'longerAgo', 'never'],
  day: ['from', 'until', 'isEmpty', 'isFilled'],
  tags: ['hasAny', 'hasAll', 'hasNone'],
  /** A name and a value with `=` between. */
  pairs: ['hasAny', 'hasAll', 'hasNone'],
  packages: ['hasAny', 'hasAll', 'hasNone'],
  /** A name and a version with `=` between. */
  versions: ['is', 'isNot', 'older', 'newer'],
} as const
export type FilterKind = keyof typeof filterOperators
export type FilterOperator = (typeof filterOperators)[FilterKind][number]

/** The facts of a terminal that a filter may ask for. Ages and limits are in the unit that is said. */
export const filterFields = {
  sn: 'serial',
  name: 'text',
  tid: 'text',
  mid: 'text',
  /** Either of its two. */
  imei: 'text',
  mac: 'text',
  /** Either of its two. */
  iccid: 'text',
  batchNo: 'text',
  purchaseOrder: 'text',
  orgId: 'tree',
  vendorId: 'record',
  modelId: 'record',
  categoryId: 'record',
  stationId: 'record',
  /** Of its organisation. */
  areaId: 'record',
  /** Where it stands: of its station, else of its organisation. */
  placeAreaId: 'tree',
  classificationId: 'record',
  groupId: 'record',
  tag: 'tags',
  attribute: 'pairs',
  lifecycle: 'choice',
  /** 1: enabled, 0: nothing is sent to it. */
  status: 'choice',
  presence: 'choice',
  networkType: 'choice',
  /** Of its open alarms. */
  alarmKind: 'choice',
  alarmSeverity: 'choice',
  security: 'choice',
  /** How its parameters stand. */
  paramStand: 'choice',
  /** On which side of its station's fence; one without a fence is on none. */
  fence: 'choice',
  lock: 'choice',
  firmware: 'version',
  agentVersion: 'version',
  osVersion: 'version',
  spVersion: 'version',
  kernelVersion: 'version',
  /** Of its security patches. */
  patchLevel: 'version',
  /** Applications that are installed. */
  app: 'packages',
  /** Of one that is installed, by its name or its number. */
  appVersion: 'versions',
  /** Of the template, by its code, whose values an application runs with. */
  paramRevision: 'versions',
  /** Percent. */
  battery: 'number',
  /** Percent. */
  signal: 'number',
  /** Megabytes. */
  freeMb: 'number',
  /** Hours. */
  lastSeenAt: 'age',
  activatedAt: 'day',
  createdAt: 'day',
  warrantyEnd: 'day',
  /** When the support of its model ends. */
  supportEnd: 'day',
  /** When the approval of its model by the card industry ends (PCI PTS). */
  ptsEnd: 'day',
} as const satisfies Record<string, FilterKind>
export type FilterField = keyof typeof filterFields

/** What the fields of choices may be. */
export const filterChoices = {
  lifecycle: lifecycles,
  status: ['1', '0'],
  presence: presences,
  networkType: ['2G', '3G', '4G', '5G', 'WIFI', 'ETHERNET'],
  alarmKind: alarmKinds,
  alarmSeverity: severities,
  security: securityStates,
  paramStand: paramStands,
  fence: ['IN', 'OUT'],
  lock: lockStates,
} as const

/**
 * Facts of which a terminal may have many, or that are not for everybody who reads a filter: beside a condition no more
 * is told of them than it names.
 */
export const namedAlone: readonly FilterField[] = [
  'attribute',
  'app',
  'appVersion',
  'paramRevision',
  'alarmKind',
  'alarmSeverity',
  'security',
]

export interface FilterCondition {
  readonly field: FilterField
  readonly op: FilterOperator
  /** One for most, several for `in` and for tags, none for `isEmpty`, `isFilled` and `never`. */
  readonly values: readonly string[]
}

/** Which terminals: a condition, or conditions joined. */
export type Filter =
  | FilterCondition
  | { readonly all: readonly Filter[] }
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter }

const bare: ReadonlySet<FilterOperator> = new Set(['isEmpty', 'isFilled', 'never'])
const several: ReadonlySet<FilterOperator> = new Set([
  'in',
  'notIn',
  'below',
  'notBelow',
  'hasAny',
  'hasAll',
  'hasNone',
])

/** How many values an operator is compared with. */
export function valuesOf(op: FilterOperator): 'none' | 'one' | 'several' {
  if (bare.has(op)) return 'none'
  return several.has(op) ? 'several' : 'one'
}

const valueSchemas = once(
  (): Readonly<Record<FilterKind, z.ZodMiniType>> => ({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    serial: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    record: f.id(),
    tree: f.id(),
    choice: z.string(),
    version: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
    number: z.string().check(z.regex(/^\d{1,9}$/)),
    age: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
    day: f.day(),
    tags: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
    pairs: z.string().check(z.regex(/^[^=]{1,64}=.{1,255}$/u)),
    packages: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.+-]{1,127}$/)),
    versions: z
      .string()
      .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_.+-]{1,127} ?= ?[^\s=][^=]{0,127}$/)),
  }),
)

const choicesOf: Readonly<Partial<Record<FilterField, readonly string[]>>> = filterChoices

const isFilterField = (field: unknown): field is FilterField =>
  typeof field === 'string' && Object.hasOwn(filterFields, field)

const operators: readonly string[] = Object.values(filterOperators).flat()
const isOperator = (op: unknown): op is FilterOperator =>
  typeof op === 'string' && operators.includes(op)

/** What is wrong with a condition, as the key of a text; null: nothing. */
export function faultOfCondition({ field, op, values }: FilterCondition): string | null {
  const kind = filterFields[field]
  const known: readonly FilterOperator[] = filterOperators[kind]
  if (!known.includes(op)) return 'filter.unknownOperator'
  const wanted = valuesOf(op)
  const isCounted =
    wanted === 'none'
      ? values.length === 0
      : values.length > 0 && (wanted === 'several' || values.length === 1)
  if (!isCounted) return 'filter.valueMissing'
  const choices = choicesOf[field]
  const isValid = (value: string) =>
    choices ? choices.includes(value) : z.safeParse(valueSchemas()[kind], value).success
  return values.every(isValid) ? null : 'filter.valueInvalid'
}

const condition = once(() =>
  z
    .strictObject({
      field: z.pipe(
        z.string().check(z.refine(isFilterField, { error: 'filter.unknownField' })),
        z.custom<FilterField>(isFilterField),
      ),
      op: z.pipe(
        z.string().check(z.refine(isOperator, { error: 'filter.unknownOperator' })),
        z.custom<FilterOperator>(isOperator),
      ),
      values: z._default(z.array(z.string()).check(z.maxLength(1000)), []),
    })
    .check(
      z.superRefine((asked, ctx) => {
        // Asked even where a member has been refused already.
        if (!isFilterField(asked.field) || !isOperator(asked.op)) return
        const fault = faultOfCondition(asked)
        if (fault) ctx.addIssue({ code: 'custom', message: fault })
      }),
    ),
)

/** How many conditions a filter has, and how deep it nests. */
export function sizeOfFilter(filter: Filter): { conditions: number; depth: number } {
  return measure(filter, Number.POSITIVE_INFINITY)
}

/**
 * Without recursion, and no further than so deep: what nests by the thousand must not fill the stack
 * of whoever reads it.
 */
function measure(filter: unknown, deepest: number): { conditions: number; depth: number } {
  const open: { readonly part: unknown; readonly level: number }[] = [{ part: filter, level: 1 }]
  let [conditions, depth] = [0, 0]
  for (let next = open.pop(); next && depth <= deepest; next = open.pop()) {
    const { part, level } = next
    depth = Math.max(depth, level)
    const parts = partsOf(part)
    if (!parts) conditions += 1
    for (const inner of parts ?? []) open.push({ part: inner, level: level + 1 })
  }
  return { conditions, depth }
}

/** What a filter joins; null: it is no joint. */
function partsOf(part: unknown): readonly unknown[] | null {
  if (typeof part !== 'object' || part === null) return null
  if ('not' in part) return [part.not]
  if ('all' in part) return listIn(part.all)
  return 'any' in part ? listIn(part.any) : null
}

const listIn = (value: unknown): readonly unknown[] | null =>
  Array.isArray(value) ? value.map((one: unknown) => one) : null

const node = once(
  (): z.ZodMiniType<Filter> =>
    z.lazy(() =>
      z.union([
        condition(),
        z.strictObject({ all: z.array(node()).check(z.minLength(1), z.maxLength(mostConditions)) }),
        z.strictObject({ any: z.array(node()).check(z.minLength(1), z.maxLength(mostConditions)) }),
        z.strictObject({ not: node() }),
      ]),
    ),
)

const ofSize = once(() =>
  z.unknown().check(
    z.refine(
      (filter) => {
        const { conditions, depth } = measure(filter, deepestFilter)
        return conditions <= mostConditions && depth <= deepestFilter
      },
      { error: 'filter.tooLarge' },
    ),
  ),
)

/** A filter on the wire: at most {@link mostConditions} conditions, {@link deepestFilter} deep. */
export const filterTree = once((): z.ZodMiniType<Filter> => z.pipe(ofSize(), node()))

/** Characters of a filter in an address. */
export const longestFilterText = 8000

/** A filter as the text that a query carries: its JSON. */
export const filterText = () =>
  z.string().check(
    z.maxLength(longestFilterText),
    z.refine((text) => readFilter(text) !== null, { error: 'filter.unreadable' }),
  )

/** The filter that a text holds; null: it is none. */
export function readFilter(text: string): Filter | null {
  try {
    const read = z.safeParse(filterTree(), JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
