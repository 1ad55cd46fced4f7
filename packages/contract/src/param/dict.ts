import * as z from 'zod/mini'
import { acting, batchBodyWith, batchReply } from '../core/batch.ts'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { importAims, sheetOf } from '../core/importCall.ts'
import { importRight } from '../core/listRights.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret, secretWhere } from '../core/secret.ts'
import { once } from '../core/once.ts'
import {
  paramAccessLevels,
  paramControls,
  paramShape,
  type ParamType,
  paramTypes,
  pid,
} from './field.ts'
import { mostValueLength } from './placeholder.ts'
import { templateChange } from './template.ts'

export type ParamControl = (typeof paramControls)[number]

/** What a value of a type can be shown with, the usual one first. */
export function controlsOf(type: ParamType): readonly ParamControl[] {
  return controls[type] ?? ['TEXT']
}

const controls: Partial<Record<ParamType, readonly ParamControl[]>> = {
  STRING: ['TEXT', 'PASSWORD', 'COLOUR'],
  DIGITS: ['TEXT', 'PASSWORD'],
  HEX: ['TEXT', 'PASSWORD', 'COLOUR'],
  BOOL: ['SWITCH', 'SELECT', 'RADIO'],
  ENUM: ['SELECT', 'RADIO'],
  MULTI_ENUM: ['SELECT'],
  FILE: ['UPLOAD'],
  IMAGE: ['UPLOAD'],
  TABLE: ['TABLE'],
}

/** Types whose values can be secret: what people would type into one line. */
export const secretTypes: readonly ParamType[] = [
  'STRING',
  'DIGITS',
  'INTEGER',
  'DECIMAL',
  'HEX',
  'HOST',
  'URL',
  'KEY_REF',
  'JSON',
]

const value = () => f.optional(z.string().check(z.maxLength(mostValueLength)))
const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))

const fields = once(() =>
  z.object({
    pid: pid(),
    title: f.text(128).check(z.minLength(1)),
    /** In other languages, by their codes. */
    titles: z._default(z.record(languageCode(), f.text(128)), {}),
    groupName: f.optional(f.text(64)),
    ...paramShape(),
    /** Null: the usual one of the type. */
    control: f.optional(z.enum(paramControls)),
    // Refused where it is one; see {@link secretWhere}.
    defaultValue: secretWhere(value(), (entry) => entry['secret'] === true),
    /** The default of a secret: write-only, null keeps the known one. */
    secretDefault: secret(value()),
    required: z._default(z.boolean(), false),
    /** Of a DATE: what it is about ends on that day, which is watched; of a TABLE its columns say so. */
    expires: z._default(z.boolean(), false),
    readOnly: z._default(z.boolean(), false),
    /** Kept sealed, and shown to nobody but who may look at secrets. */
    secret: z._default(z.boolean(), false),
    accessLevel: z._default(z.enum(paramAccessLevels), 'BASIC'),
    /** Shown only where another parameter has this value. */
    dependsOn: f.optional(z.strictObject({ pid: pid(), value: f.text(255) })),
    unit: f.optional(f.text(32)),
    description: f.optional(f.text(3000)),
  }),
)

const filter = once(() =>
  z.object({
    groupName: z.optional(f.text(64)),
    dataType: z.optional(z.enum(paramTypes)),
    accessLevel: z.optional(z.enum(paramAccessLevels)),
    secret: z.optional(z.enum(['true', 'false'])),
    required: z.optional(z.enum(['true', 'false'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  /** There is a default that nobody is shown. */
  hasSecret: z.boolean(),
}))

/** The path that the calls of the dictionary of parameters share. */
export const paramDictsPath = '/admin/param/v1/dicts'

/** Entries that one document may list. */
export const mostImportedDicts = 500

/** Letters of a schema that entries are read of. */
const mostSchemaText = 700_000

const life = recyclable(paramDictsPath, 'PARAM_DICTS', { fields, filter, shown })
export type ParamDict = RowOf<typeof life>

const orMissing = <S extends z.ZodMiniType>(schema: z.ZodMiniDefault<S>) =>
  z.optional(schema._zod.def.innerType)

/** An entry as a document says it: a member that it leaves out is missing, and not its default. */
const item = once(() => {
  const { pid: name, title, dataType, ...rest } = fields().shape
  return z.strictObject({
    pid: name,
    title: z.optional(title),
    dataType: z.optional(dataType),
    titles: orMissing(rest.titles),
    groupName: orMissing(rest.groupName),
    minLength: orMissing(rest.minLength),
    maxLength: orMissing(rest.maxLength),
    minValue: orMissing(rest.minValue),
    maxValue: orMissing(rest.maxValue),
    pattern: orMissing(rest.pattern),
    patternMessage: orMissing(rest.patternMessage),
    items: orMissing(rest.items),
    columns: orMissing(rest.columns),
    maxRows: orMissing(rest.maxRows),
    control: orMissing(rest.control),
    defaultValue: orMissing(rest.defaultValue),
    secretDefault: orMissing(rest.secretDefault),
    required: orMissing(rest.required),
    expires: orMissing(rest.expires),
    readOnly: orMissing(rest.readOnly),
    secret: orMissing(rest.secret),
    accessLevel: orMissing(rest.accessLevel),
    dependsOn: orMissing(rest.dependsOn),
    unit: orMissing(rest.unit),
    description: orMissing(rest.description),
  } satisfies Record<keyof ReturnType<typeof fields>['shape'], z.ZodMiniType>)
})

const listed = once(() => ({
  body: z.strictObject({
    aim: z._default(z.enum(importAims), 'new'),
    /** Also where a default of a secret was typed as a plain one, and refused, it is in no log. */
    items: secret(z.array(item()).check(z.minLength(1), z.maxLength(mostImportedDicts))),
  }),
}))

const ofDict = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** What may name a parameter of the dictionary. */
export const paramUseKinds = ['DICT', 'TEMPLATE', 'VALUE'] as const
const use = once(() =>
  z.object({
    kind: z.enum(paramUseKinds),
    id: f.id(),
    code: z.nullable(z.string()),
    name: z.string(),
  }),
)
export type ParamUse = z.output<ReturnType<typeof use>>
const uses = once(() =>
  z.object({
    uses: z.array(use()).check(z.maxLength(1000)),
    /** Values of assignments that the caller sees, counted no further than one more than {@link countCap}. */
    values: z.int(),
    /** Those that he does not see, counted no further either. */
    beyond: z.int(),
  }),
)
export type ParamUses = z.output<ReturnType<typeof uses>>

/** The dictionary of parameters: what applications can be told. */
export const paramDicts = {
  ...life,
  /** Writes nothing, but whoever reads a secret is named in the action log. */
  secretDefault: post(`${paramDictsPath}/secret/{id}`, 'PARAM_SECRET_VIEW', () => ({
    ...ofDict(),
    reply: z.object({ value: z.nullable(z.string()) }),
    proof: true,
  })),
  /** What names it, as far as the caller sees it. */
  used: get(`${paramDictsPath}/used/{id}`, 'PARAM_DICTS_DETAIL', () => ({
    ...ofDict(),
    reply: uses(),
  })),
  /** The groups that there are. */
  groups: get(`${paramDictsPath}/groups`, 'PARAM_DICTS_LIST', () => ({
    reply: z.array(z.string()),
  })),
  setGroup: acting(
    life.page,
    put(`${paramDictsPath}/batch/group`, 'PARAM_DICTS_EDIT', () => ({
      body: batchBodyWith(filter(), { groupName: f.optional(f.text(64)) }),
      reply: batchReply(),
    })),
  ),
  /** The entries that an XML schema or a JSON Schema describes, as `importItems` takes them, without what it does not say; nothing is saved. */
  readText: post(`${paramDictsPath}/import/xml`, importRight(life.page), () => ({
    body: z.strictObject({
      /** Defaults of secrets may stand in it. */
      text: secret(z.string().check(z.minLength(1), z.maxLength(mostSchemaText))),
    }),
    reply: z.object({
      items: z.array(z.omit(item(), { secretDefault: true, expires: true })),
      /** What was left out, in the words of the caller's language. */
      notes: z.array(z.string()),
    }),
  })),
  /** What taking entries over would add and change, and what is wrong with them; nothing is saved. */
  compareItems: post(`${paramDictsPath}/import/compare`, 'PARAM_DICTS_LIST', () => ({
    ...listed(),
    reply: z.array(templateChange()),
  })),
  /** Takes entries over as a JSON document lists them: all of them, or none. What one leaves out stays as it is, or is the default of a new one. */
  importItems: post(`${paramDictsPath}/import/json`, importRight(life.page), () => ({
    ...listed(),
    reply: z.object({ added: z.int(), changed: z.int() }),
  })),
  /** Whether a text matches a regular expression as the server reads it. */
  tryPattern: get(`${paramDictsPath}/pattern`, 'signedIn', () => ({
    query: z.strictObject({ pattern: f.text(255), text: z.string().check(z.maxLength(1024)) }),
    reply: z.object({ isPattern: z.boolean(), matches: z.boolean() }),
  })),
}

/** The dictionary as rows of a sheet; defaults of secrets are in none. */
export const paramDictSheet = sheetOf(life, {
  key: 'pid',
  columns: {
    pid: 'paramDict.pid',
    title: 'paramDict.title',
    groupName: 'paramDict.group',
    dataType: 'paramDict.dataType',
    control: 'paramDict.control',
    minLength: 'paramDict.minLength',
    maxLength: 'paramDict.maxLength',
    minValue: 'paramDict.minValue',
    maxValue: 'paramDict.maxValue',
    pattern: 'paramDict.pattern',
    patternMessage: 'paramDict.patternMessage',
    items: 'paramDict.items',
    columns: 'paramDict.columns',
    maxRows: 'paramDict.maxRows',
    defaultValue: 'paramDict.defaultValue',
    required: 'paramDict.required',
    expires: 'paramDict.expires',
    readOnly: 'paramDict.readOnly',
    secret: 'paramDict.secret',
    accessLevel: 'paramDict.accessLevel',
    dependsOn: 'paramDict.dependsOn',
    unit: 'paramDict.unit',
    description: 'paramDict.description',
    titles: 'paramDict.titles',
  },
  words: {
    dataType: 'param.type',
    control: 'param.control',
    accessLevel: 'param.access',
  },
})
