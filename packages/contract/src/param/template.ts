import * as z from 'zod/mini'
import { download, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { secret } from '../core/secret.ts'
import { paramStates } from './assignmentStates.ts'
import { pid } from './field.ts'
import { mostValueLength } from './placeholder.ts'
import {
  frozenTemplate,
  mostTemplateFields,
  newParam,
  offeredParam,
  templateContent,
  templateFormatName,
} from './templateContent.ts'

/**
 * DRAFT: nothing is published. PUBLISHED: its newest revision is offered. DEPRECATED: what uses it goes
 * on, nobody begins with it. RETIRED: nothing may use it any more.
 */
export const templateStates = ['DRAFT', 'PUBLISHED', 'DEPRECATED', 'RETIRED'] as const
export type TemplateState = (typeof templateStates)[number]

/** Where a template may go from its state; a first publication leads out of DRAFT. */
export const templateMoves = {
  DRAFT: [],
  PUBLISHED: ['DEPRECATED'],
  DEPRECATED: ['PUBLISHED', 'RETIRED'],
  RETIRED: [],
} as const satisfies Record<TemplateState, readonly TemplateState[]>

const versionCode = () => f.optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647)))

const fields = once(() =>
  z.object({
    orgId: f.id(),
    name: f.title(),
    code: f.code(),
    /** Whose values they are. */
    appId: f.id(),
    /** Versions of the application that it is for, both included; null: no bound. */
    versionFrom: versionCode(),
    versionTo: versionCode(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    orgId: z.optional(f.id()),
    appId: z.optional(f.id()),
    format: z.optional(templateFormatName()),
    state: z.optional(z.enum(templateStates)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  appName: z.string(),
  package: z.string(),
  state: z.enum(templateStates),
  /** The newest revision; null: none. */
  rev: z.nullable(z.int()),
  publishedAt: z.nullable(f.moment()),
  /** Whether the draft says something else than the newest revision. */
  isChanged: z.boolean(),
  formats: z.array(templateFormatName()),
  fileCount: z.int(),
  pidCount: z.int(),
  /** Assignments that are made with one of its revisions, as far as the caller sees them. */
  usedCount: z.int(),
  /** Versions of its application that bring it, as far as the caller sees them: the latest ten, the newest first. */
  versions: z.array(z.string()),
}))

/** The path that the calls of templates share. */
export const paramTemplatesPath = '/admin/param/v1/template'
const base = paramTemplatesPath

const life = recyclable(base, 'PARAM_TEMPLATE', { fields, filter, shown })
export type ParamTemplate = RowOf<typeof life>

const ofTemplate = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
/** A number of a revision; 0 is the draft. */
const revision = () => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))

/** Parameters that are offered at once. */
export const mostOffered = 200

/** What the dictionary says of parameters that a draft names. */
const known = once(() => z.array(offeredParam()).check(z.maxLength(mostTemplateFields)))

/** What is wrong with a template, in the words of the caller's language. */
const fault = once(() =>
  z.object({
    /** The part that it is about. */
    at: z.object({
      part: z.enum(['files', 'groups', 'headers', 'fields', 'rules']),
      /** Its place in that list, from 0; null: the list as a whole. */
      index: z.nullable(z.int()),
    }),
    message: z.string(),
    /** Of an expression: where it is wrong, in characters from its begin. */
    from: z.nullable(z.int()),
    to: z.nullable(z.int()),
  }),
)
export type TemplateFault = z.output<ReturnType<typeof fault>>

/** One member that two revisions say differently. */
const changedMember = once(() =>
  z.object({
    member: z.string(),
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
  }),
)

/** One part of a template that is in one revision only, or says something else there. */
export const templateChange = once(() =>
  z.object({
    part: z.enum(['files', 'groups', 'headers', 'fields', 'rules']),
    /** The PID, the id, or of a rule its expression. */
    key: z.string(),
    title: z.string(),
    kind: z.enum(['added', 'removed', 'changed', 'moved']),
    members: z.array(changedMember()),
  }),
)
export type TemplateChange = z.output<ReturnType<typeof templateChange>>

const revisionRow = once(() =>
  z.object({
    rev: z.int(),
    sha256: z.string(),
    note: z.nullable(z.string()),
    pidCount: z.int(),
    fileCount: z.int(),
    publishedAt: f.moment(),
    publishedBy: z.nullable(z.string()),
  }),
)
export type TemplateRevision = z.output<ReturnType<typeof revisionRow>>

/** What becomes of the values of a template when they go over to another revision. */
const migration = once(() =>
  z.object({
    /** Those whose value stays. */
    kept: z.int(),
    /** Those that are new: they begin with their default, or need a value. */
    added: z.array(
      z.object({
        pid: z.string(),
        label: z.string(),
        defaultValue: z.nullable(z.string()),
        needsValue: z.boolean(),
      }),
    ),
    /** Those whose value is dropped. */
    removed: z.array(z.object({ pid: z.string(), label: z.string() })),
    /** Those whose old value the new shape may refuse. */
    typeChanged: z.array(
      z.object({ pid: z.string(), label: z.string(), before: z.string(), after: z.string() }),
    ),
  }),
)
export type TemplateMigration = z.output<ReturnType<typeof migration>>

/** Assignments that are taken over to another revision at once. */
export const mostMigrated = 500

/** An assignment that is made with a revision, and what it would be with another. */
const migrating = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    targetName: z.string(),
    state: z.enum(paramStates),
    /** Parameters whose value is dropped: the other revision has none, or takes no such value. */
    dropped: z.array(z.string()),
    /** What would be wrong with it then, and keep it from being put in force. */
    faultCount: z.int(),
  }),
)
export type MigratingParam = z.output<ReturnType<typeof migrating>>

/** What a template is read from: its own export, a schema of PAXSTORE's kind, or a JSON Schema. */
export const templateSources = ['MUSTER', 'XML', 'JSON_SCHEMA'] as const

/** Longest text that is read as a template. */
export const mostTemplateText = 700_000

const imported = once(() =>
  z.object({
    content: templateContent(),
    known: known(),
    /** Parameters that the dictionary does not know yet, as the text describes them. */
    unknown: z.array(offeredParam()),
    /** Of the draft against what was read. */
    changes: z.array(templateChange()),
    /** What was not understood and left out, by its line or place. */
    notes: z.array(z.string()),
  }),
)
export type ImportedTemplate = z.output<ReturnType<typeof imported>>

const values = () =>
  z
    .record(pid(), z.string().check(z.maxLength(mostValueLength)))
    .check(
      z.refine((all) => Object.keys(all).length <= mostTemplateFields, 'paramTemplate.tooMany'),
    )

const previewed = once(() =>
  z.object({
    files: z.array(
      z.object({
        fileName: z.string(),
        path: z.string(),
        format: templateFormatName(),
        /** What a plug-in makes of them stands here as its bytes in hexadecimal, unless they are a text. */
        text: z.string(),
        bytes: z.int(),
        sha256: z.string(),
      }),
    ),
    /** Values that cannot be written or that break a rule, by PID; of rules over several without one. */
    faults: z.array(z.object({ pid: z.nullable(z.string()), message: z.string() })),
  }),
)
export type TemplatePreview = z.output<ReturnType<typeof previewed>>

/** A format of files that a plug-in writes. */
const format = once(() =>
  z.object({
    name: templateFormatName(),
    /** What its files are called at their end, without the dot. */
    extension: z.string(),
    mediaType: z.string(),
  }),
)
export type OfferedFormat = z.output<ReturnType<typeof format>>

const pidRow = once(() =>
  z.object({
    pid: z.string(),
    label: z.string(),
    dataType: z.string(),
    groupId: z.string(),
    secret: z.boolean(),
  }),
)

/** Which parameters an application has, as a form with tabs, and the files that they are written into. */
export const paramTemplates = {
  ...life,
  /** The draft, and the version that a change of it names. */
  content: get(`${base}/content/{id}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    ...ofTemplate(),
    reply: z.object({ version: z.int(), content: templateContent(), known: known() }),
  })),
  saveContent: put(`${base}/content/{id}`, 'PARAM_TEMPLATE_EDIT', () => ({
    ...ofTemplate(),
    body: z.strictObject({ version: z.int(), content: templateContent() }),
    reply: z.object({ version: z.int() }),
  })),
  /** Parameters of the dictionary to choose from. */
  offered: get(`${base}/offered`, 'PARAM_TEMPLATE_DETAIL', () => ({
    query: z.strictObject({ keyword: z.optional(f.text(128)) }),
    reply: z.object({
      list: z.array(offeredParam()).check(z.maxLength(mostOffered)),
      total: z.int(),
    }),
  })),
  /** Formats of plug-ins that the operator has added, beside the product's own (`templateFormats`). */
  formats: get(`${base}/formats`, 'PARAM_TEMPLATE_LIST', () => ({ reply: z.array(format()) })),
  /** What keeps a draft from being published, and what its publication would change. */
  check: get(`${base}/check/{id}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    ...ofTemplate(),
    reply: z.object({ faults: z.array(fault()), changes: z.array(templateChange()) }),
  })),
  publish: put(`${base}/publish/{id}`, 'PARAM_TEMPLATE_PUBLISH', () => ({
    ...ofTemplate(),
    body: z.strictObject({ version: z.int(), note: f.optional(f.text(255)) }),
    reply: life.detail.schemas.reply,
  })),
  setState: put(`${base}/state/{id}/{to}`, 'PARAM_TEMPLATE_PUBLISH', () => ({
    params: z.strictObject({ id: f.id(), to: z.enum(templateStates) }),
    reply: life.detail.schemas.reply,
  })),
  copy: post(`${base}/copy/{id}`, 'PARAM_TEMPLATE_ADD', () => ({
    ...ofTemplate(),
    body: z.strictObject({ orgId: f.id(), name: f.title(), code: f.code() }),
    reply: life.detail.schemas.reply,
  })),
  /** The newest first. */
  revisions: get(`${base}/revisions/{id}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    ...ofTemplate(),
    reply: z.array(revisionRow()).check(z.maxLength(500)),
  })),
  /** A revision as a form has it; 0: the draft, as it would be published now. */
  revision: get(`${base}/revision/{id}/{rev}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    params: z.strictObject({ id: f.id(), rev: revision() }),
    reply: z.object({ rev: z.int(), sha256: z.string(), content: frozenTemplate() }),
  })),
  pids: get(`${base}/pids/{id}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    ...ofTemplate(),
    query: z.strictObject({ rev: z.optional(revision()) }),
    reply: z.array(pidRow()).check(z.maxLength(mostTemplateFields)),
  })),
  diff: get(`${base}/diff/{id}/{rev1}/{rev2}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    params: z.strictObject({ id: f.id(), rev1: revision(), rev2: revision() }),
    reply: z.array(templateChange()),
  })),
  /** What becomes of values that go from one revision to another; nothing is changed. */
  migrate: post(`${base}/migrate/{id}`, 'PARAM_TEMPLATE_MIGRATE', () => ({
    ...ofTemplate(),
    body: z.strictObject({ from: revision(), to: revision() }),
    reply: migration(),
  })),
  /** Assignments that the first revision is used by, and what becomes of each. */
  migrating: get(`${base}/migrate/{id}/{rev1}/{rev2}`, 'PARAM_TEMPLATE_MIGRATE', () => ({
    params: z.strictObject({ id: f.id(), rev1: revision(), rev2: revision() }),
    reply: z.array(migrating()).check(z.maxLength(mostMigrated)),
  })),
  /** Takes drafts of assignments over to another revision; they are put in force like any other. */
  migrateParams: put(`${base}/migrate/{id}/{rev1}/{rev2}`, 'PARAM_TEMPLATE_MIGRATE', () => ({
    params: z.strictObject({ id: f.id(), rev1: revision(), rev2: revision() }),
    body: z.strictObject({
      ids: z.array(f.id()).check(z.minLength(1), z.maxLength(mostMigrated)),
    }),
    reply: z.object({ count: z.int() }),
  })),
  /** The files that some values make, filled for a terminal or for a made-up one. */
  preview: post(`${base}/preview/{id}`, 'PARAM_TEMPLATE_DETAIL', () => ({
    ...ofTemplate(),
    body: z.strictObject({
      rev: z._default(revision(), 0),
      /** Those of secrets are among them. */
      values: secret(values()),
      deviceId: f.optional(f.id()),
    }),
    reply: previewed(),
  })),
  /** Reads a text as a template and says what it would change; nothing is saved. */
  readText: post(`${base}/import`, 'PARAM_TEMPLATE_IMPORT', () => ({
    body: z.strictObject({
      /** Whose draft it is compared with. */
      id: f.optional(f.id()),
      source: z.enum(templateSources),
      /** Defaults of secrets may stand in it. */
      text: secret(z.string().check(z.minLength(1), z.maxLength(mostTemplateText))),
    }),
    reply: imported(),
  })),
  /** Takes parameters that a text describes into the dictionary; those that it knows stay as they are. */
  addParams: post(`${base}/import/params`, 'PARAM_DICTS_ADD', () => ({
    body: z.strictObject({ params: z.array(newParam()).check(z.maxLength(mostTemplateFields)) }),
    reply: z.object({ count: z.int(), known: known() }),
  })),
  /** The draft (`rev` 0) or a revision as a text that can be read again. */
  exportText: download(
    get(`${base}/export/{id}`, 'PARAM_TEMPLATE_EXPORT', () => ({
      ...ofTemplate(),
      query: z.strictObject({ rev: z.optional(revision()) }),
    })),
  ),
}
