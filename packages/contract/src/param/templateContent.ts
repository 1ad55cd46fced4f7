import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { secret, secretWhere } from '../core/secret.ts'
import {
  paramAccessLevels,
  paramColumn,
  paramControls,
  paramShape,
  mostTableRows,
  pid,
} from './field.ts'

/** What one template may hold. */
export const mostTemplateFields = 2000
export const mostTemplateGroups = 64
export const mostTemplateHeaders = 400
export const mostTemplateFiles = 20
export const mostTemplateRules = 200

/** Longest expression of a rule, in characters. */
export const mostExpressionLength = 1000
/** Longest default and longest value of a preview that a template's own calls take. */
export const mostDefaultLength = 4000

/** What a file of values is written as by the product itself. */
export const templateFormats = ['XML', 'JSON', 'INI', 'KV'] as const
export type TemplateFormat = (typeof templateFormats)[number]

/** Whether the product writes a format itself; the others are written by plug-ins of the operator. */
export const isOwnFormat = (format: string): format is TemplateFormat =>
  templateFormats.some((own) => own === format)

/** Name of a format, the product's own or a plug-in's: `XML`, `TLV`. */
export const templateFormatName = () =>
  z.string().check(z.maxLength(16), z.regex(/^[A-Z][A-Z0-9_-]*$/))

export const templateEncodings = ['UTF-8', 'UTF-16LE', 'ISO-8859-1'] as const
export type TemplateEncoding = (typeof templateEncodings)[number]

/** Name of a part of a template, chosen by its author: `main`, `tab-2`. */
const partId = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/))
const title = () => f.text(128).check(z.minLength(1))
/** Titles in further languages. */
const titles = () =>
  z._default(
    z
      .record(z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/)), f.text(128))
      .check(z.refine((all) => Object.keys(all).length <= 20, 'paramTemplate.tooMany')),
    {},
  )

const file = once(() =>
  z.strictObject({
    id: partId(),
    /** As the application finds it; neither folders nor control characters. */
    fileName: f.text(64).check(z.minLength(1), z.regex(/^(?!\.{1,2}$)[^\p{Cc}/\\]+$/u)),
    /** Folder below the application's own, without `..`; empty: that folder itself. */
    path: z._default(
      f.text(128).check(z.regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\p{Cc}\\]*$/u)),
      '',
    ),
    format: templateFormatName(),
    /** Of a format of the product's own; a plug-in makes bytes. */
    encoding: z._default(z.enum(templateEncodings), 'UTF-8'),
  }),
)
export type TemplateFile = z.output<ReturnType<typeof file>>

/** A file of a revision. */
const frozenFile = once(() =>
  z.strictObject({
    ...file().shape,
    /** SHA-256 of the plug-in's text, hexadecimal: a revision is written by the very same one for ever. */
    plugin: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  }),
)
export type FrozenFile = z.output<ReturnType<typeof frozenFile>>

/** A tab of the form. */
const group = once(() => z.strictObject({ id: partId(), title: title(), titles: titles() }))
export type TemplateGroup = z.output<ReturnType<typeof group>>

/** A heading within a tab, which folds what stands below it. */
const header = once(() =>
  z.strictObject({
    id: partId(),
    groupId: partId(),
    title: title(),
    titles: titles(),
    isOpen: z._default(z.boolean(), true),
  }),
)
export type TemplateHeader = z.output<ReturnType<typeof header>>

/** Where a parameter stands: in its tab, below a heading or above all of them, written into a file. */
const place = once(() => ({
  pid: pid(),
  groupId: partId(),
  headerId: f.optional(partId()),
  fileId: partId(),
}))

/** A parameter of the dictionary in a draft; what is null is as the dictionary has it. */
const draftField = once(() =>
  z.strictObject({
    ...place(),
    label: f.optional(title()),
    /** That of a secret is refused; whether it is one, the dictionary says. */
    defaultValue: secret(f.optional(z.string().check(z.maxLength(mostDefaultLength)))),
    required: f.optional(z.boolean()),
    readOnly: f.optional(z.boolean()),
    hidden: z._default(z.boolean(), false),
    /** Of a TABLE: other columns than the dictionary's. */
    columns: f.optional(z.array(paramColumn()).check(z.maxLength(40))),
    maxRows: f.optional(z.int().check(z.minimum(1), z.maximum(mostTableRows))),
  }),
)
export type TemplateField = z.output<ReturnType<typeof draftField>>

/**
 * What must hold of several values at once; `expression` is judged by param/rule.ts. A draft keeps what is not
 * filled in yet, but is not published with it.
 */
const rule = once(() =>
  z.strictObject({
    expression: z.string().check(z.trim(), z.maxLength(mostExpressionLength)),
    /** Said where it does not hold. */
    message: f.text(255),
  }),
)
export type TemplateRule = z.output<ReturnType<typeof rule>>

const parts = once(() => ({
  files: z._default(z.array(file()).check(z.maxLength(mostTemplateFiles)), []),
  groups: z._default(z.array(group()).check(z.maxLength(mostTemplateGroups)), []),
  headers: z._default(z.array(header()).check(z.maxLength(mostTemplateHeaders)), []),
}))

/** A template as it is being designed: order is the order of the lists. */
export const templateContent = once(() =>
  z.strictObject({
    ...parts(),
    fields: z._default(z.array(draftField()).check(z.maxLength(mostTemplateFields)), []),
    rules: z._default(z.array(rule()).check(z.maxLength(mostTemplateRules)), []),
  }),
)
export type TemplateContent = z.output<ReturnType<typeof templateContent>>

/** What a parameter is, as the dictionary says it. */
const described = once(() => ({
  label: z.string(),
  /** The label in further languages. */
  labels: z.record(z.string(), z.string()),
  description: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  control: z.enum(paramControls),
  accessLevel: z.enum(paramAccessLevels),
  secret: z.boolean(),
  /** It is shown where another parameter has this value. */
  dependsOn: z.nullable(z.object({ pid: z.string(), value: z.string() })),
  required: z.boolean(),
  readOnly: z.boolean(),
}))

/** A parameter of a revision, with all that is known of it when it was published. */
const frozenField = once(() =>
  z.object({
    ...place(),
    ...described(),
    hidden: z.boolean(),
    ...paramShape(),
    /** The template's own; null: whatever the dictionary's is. */
    defaultValue: z.nullable(z.string()),
  }),
)
export type FormField = z.output<ReturnType<typeof frozenField>>

/** A published template: nothing of it is looked up elsewhere but defaults that it leaves to the dictionary. */
export const frozenTemplate = once(() =>
  z.object({
    ...parts(),
    files: z._default(z.array(frozenFile()).check(z.maxLength(mostTemplateFiles)), []),
    fields: z.array(frozenField()),
    rules: z.array(z.object({ ...rule().shape, pids: z.array(z.string()) })),
  }),
)
export type FrozenTemplate = z.output<ReturnType<typeof frozenTemplate>>

/** A parameter of the dictionary, as a designer is offered it. */
export const offeredParam = once(() =>
  z.object({
    pid: z.string(),
    group: z.nullable(z.string()),
    ...described(),
    ...paramShape(),
    /** Null where there is none, or where it is secret. */
    defaultValue: z.nullable(z.string()),
  }),
)
export type OfferedParam = z.output<ReturnType<typeof offeredParam>>

/** A parameter that comes into the dictionary with a template that was read. */
export const newParam = once(() =>
  z.strictObject({
    pid: pid(),
    label: title(),
    labels: titles(),
    group: f.optional(f.text(64)),
    description: f.optional(f.text(3000)),
    unit: f.optional(f.text(32)),
    control: z.enum(paramControls),
    accessLevel: z.enum(paramAccessLevels),
    secret: z.boolean(),
    dependsOn: f.optional(z.strictObject({ pid: pid(), value: f.text(255) })),
    required: z.boolean(),
    readOnly: z.boolean(),
    ...paramShape(),
    defaultValue: secretWhere(
      f.optional(z.string().check(z.maxLength(mostDefaultLength))),
      (param) => param['secret'] === true,
    ),
  }),
)
export type NewParam = z.output<ReturnType<typeof newParam>>

/** A template of which nothing is designed yet: one file and one tab to begin with. */
export const emptyTemplate = (tab: string): TemplateContent => ({
  files: [{ id: 'main', fileName: 'parameters.json', path: '', format: 'JSON', encoding: 'UTF-8' }],
  groups: [{ id: 'main', title: tab, titles: {} }],
  headers: [],
  fields: [],
  rules: [],
})
