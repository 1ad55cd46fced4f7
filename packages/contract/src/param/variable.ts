import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { valuesSheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret, secretWhere } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** What a variable holds: a text that may name other variables, a text that nobody reads, or a file. */
export const variableTypes = ['TEXT', 'SECRET', 'FILE'] as const
export type VariableType = (typeof variableTypes)[number]

/** Whose variable it is, the nearest last: it wins. */
export const variableLevels = ['PLATFORM', 'ORG', 'STATION', 'DEVICE'] as const
export type VariableLevel = (typeof variableLevels)[number]

/** When those whom a change concerns are told: at once, or with the next change that they are told of. */
export const variableDeliveries = ['NOW', 'NEXT'] as const

/** Name of a variable, as `${name}` says it. */
const key = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9._-]+$/))

export const mostVariableLength = 4000
const value = () => f.optional(z.string().check(z.maxLength(mostVariableLength)))

const target = once(
  () =>
    ({
      level: z.enum(variableLevels),
      /** Of ORG; of a station or a terminal it is known. */
      orgId: f.optional(f.id()),
      stationId: f.optional(f.id()),
      deviceId: f.optional(f.id()),
      /** Null: for all applications. */
      appId: f.optional(f.id()),
    }) as const,
)

const fields = once(() =>
  z.object({
    key: key(),
    type: z.enum(variableTypes),
    ...target(),
    /** Of TEXT; of a SECRET it is refused. */
    value: secretWhere(value(), (variable) => variable['type'] === 'SECRET'),
    /** Of SECRET: write-only, null keeps the known one. */
    secretValue: secret(value()),
    /** Of FILE: a stored file of the type `param`. */
    fileId: f.optional(f.id()),
    /** Of the platform: what the values of all levels must match as a whole (RE2). */
    pattern: f.optional(f.text(255)),
    deliver: z._default(z.enum(variableDeliveries), 'NEXT'),
    remark: f.optional(f.text(255)),
  }),
)

const filter = once(() =>
  z.object({
    key: z.optional(f.text(64)),
    type: z.optional(z.enum(variableTypes)),
    level: z.optional(z.enum(variableLevels)),
    orgId: z.optional(f.id()),
    stationId: z.optional(f.id()),
    deviceId: z.optional(f.id()),
    appId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.nullable(z.string()),
  stationName: z.nullable(z.string()),
  deviceSn: z.nullable(z.string()),
  appName: z.nullable(z.string()),
  hasSecret: z.boolean(),
  /** SHA-256, size and name of the file. */
  file: z.nullable(z.string()),
  /** How many name it, of those that the caller sees; values are counted no further than one more than {@link countCap}. */
  references: z.int(),
}))

/** The path that the calls of variables share. */
export const variablesPath = '/admin/param/v1/global'

const life = recyclable(variablesPath, 'GLOBAL_PARAMS', { fields, filter, shown })
export type Variable = RowOf<typeof life>

/** What may name a variable. */
export const variableUseKinds = ['VARIABLE', 'DICT', 'TEMPLATE', 'VALUE'] as const
const use = once(() =>
  z.object({
    kind: z.enum(variableUseKinds),
    id: f.id(),
    name: z.string(),
    /** Whose it is; null: everybody's. */
    of: z.nullable(z.string()),
  }),
)
export type VariableUse = z.output<ReturnType<typeof use>>
const uses = once(() =>
  z.object({
    uses: z.array(use()).check(z.maxLength(1000)),
    /** How many there are; values are counted no further than one more than {@link countCap}. */
    total: z.int(),
    /** Values of assignments that the caller does not see, counted no further either. */
    beyond: z.int(),
  }),
)
export type VariableUses = z.output<ReturnType<typeof uses>>

/** Variables: what stands for `${key}` in values of parameters. */
export const variables = {
  ...life,
  /** How many terminals a value of this target is for: those that nothing nearer says otherwise for. */
  impact: get(`${variablesPath}/impact`, 'GLOBAL_PARAMS_LIST', () => ({
    query: z.strictObject({
      key: key(),
      level: target().level,
      orgId: z.optional(f.id()),
      stationId: z.optional(f.id()),
      deviceId: z.optional(f.id()),
      appId: z.optional(f.id()),
    }),
    reply: z.object({ count: z.int() }),
  })),
  /** What names it, as far as the caller sees it. */
  used: get(`${variablesPath}/used/{key}`, 'GLOBAL_PARAMS_DETAIL', () => ({
    params: z.strictObject({ key: key() }),
    reply: uses(),
  })),
}

/** Values of terminals: a row each terminal, a column each variable, headed `${name}`. */
export const variableSheet = valuesSheetOf(life, () => z.object({ sn: f.serialNumber() }), {
  key: 'sn',
  columns: { sn: 'variable.sn' },
  open: { heading: /^\$\{([A-Za-z0-9._-]{1,64})\}$/, hint: 'variable.sheetHint' },
})

/** Where a variable of a terminal comes from. */
export const variableSources = ['BUILT_IN', ...variableLevels] as const
export type VariableSource = (typeof variableSources)[number]

const inForce = once(() =>
  z.object({
    key: z.string(),
    type: z.enum(variableTypes),
    source: z.enum(variableSources),
    /** Whose it is; null where the reader does not see it, or it is everybody's. */
    of: z.nullable(z.string()),
    isSeen: z.boolean(),
    appName: z.nullable(z.string()),
    /** As it was written; null: nobody reads it. */
    value: z.nullable(z.string()),
    /** With its own variables filled; null: nobody reads it. */
    filled: z.nullable(z.string()),
    /** Names in it that nobody knows, or that lead back to it. */
    unknown: z.array(z.string()),
    /** Whether it would come to more than a value may be; it is not filled then. */
    isTooLong: z.boolean(),
  }),
)
export type VariableInForce = z.output<ReturnType<typeof inForce>>

/** What holds for one terminal. */
export const effectiveVariables = {
  effective: get(`${variablesPath}/effective/{deviceId}`, 'GLOBAL_PARAMS_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id() }),
    query: z.strictObject({ appId: z.optional(f.id()) }),
    reply: z.object({ sn: z.string(), variables: z.array(inForce()) }),
  })),
}
