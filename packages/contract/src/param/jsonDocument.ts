import * as z from 'zod/mini'
import { download, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { paramDelivery } from './assignment.ts'
import { paramDeliveryStates, paramWaits } from './assignmentStates.ts'
import { mostDocumentBytes } from './jsonText.ts'
import { paramSync } from './sync.ts'

/** What a document is about. */
export const jsonKinds = ['AGENT', 'STORE', 'FEATURES', 'EMV', 'OTHER'] as const
export type JsonKind = (typeof jsonKinds)[number]

/** Where a document holds, the nearest last. */
export const jsonLevels = ['ORG', 'MODEL', 'GROUP', 'DEVICE'] as const
export type JsonLevel = (typeof jsonLevels)[number]

/** MERGE: it patches what comes from farther away; REPLACE: it stands in its place. */
export const jsonMergeModes = ['MERGE', 'REPLACE'] as const
export type JsonMergeMode = (typeof jsonMergeModes)[number]

export const jsonStates = ['DRAFT', 'PENDING_APPROVAL', 'PUBLISHED'] as const
export type JsonState = (typeof jsonStates)[number]

/** Longest JSON Schema, in characters. */
export const mostSchemaText = 131_072

/** Whether a task is about what the documents of a code make together: `json:` and the code stand for the package. */
export const isJsonPackage = (name: string): boolean => name.startsWith('json:')

const target = once(() => ({
  level: z.enum(jsonLevels),
  /** Its target, of level ORG; of MODEL below which organisation; of the others whose the target is. */
  orgId: f.optional(f.id()),
  modelId: f.optional(f.id()),
  groupId: f.optional(f.id()),
  deviceId: f.optional(f.id()),
}))
/** Documents of one code are merged; in lower case. */
const code = () => f.code().check(z.toLowerCase())

const fields = once(() =>
  z.object({
    name: f.title(),
    code: code(),
    kind: z.enum(jsonKinds),
    ...target(),
    mergeMode: z._default(z.enum(jsonMergeModes), 'MERGE'),
    /** Among the groups of a terminal the higher one is nearer. */
    priority: z._default(z.int().check(z.minimum(0), z.maximum(999)), 0),
    /** Sealed on the platform, encrypted for each terminal, and shown to nobody but who may edit it. */
    encrypt: z._default(z.boolean(), false),
    options: z._default(paramDelivery(), paramDelivery().parse({})),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    code: z.optional(f.text(64)),
    kind: z.optional(z.enum(jsonKinds)),
    level: z.optional(z.enum(jsonLevels)),
    orgId: z.optional(f.id()),
    state: z.optional(z.enum(jsonStates)),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  modelName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  deviceSn: z.nullable(z.string()),
  targetName: z.string(),
  state: z.enum(jsonStates),
  /** In force; null: none was published yet. */
  revision: z.nullable(z.int()),
  publishedAt: z.nullable(f.moment()),
  /** Whether the draft says something else than what is in force. */
  isChanged: z.boolean(),
  /** Of the draft, in bytes. */
  size: z.int(),
  hasSchema: z.boolean(),
  /** Terminals at its target. */
  deviceCount: z.int(),
  /** Terminals that have what it is a part of, that do not yet, and that something keeps from it. */
  syncedCount: z.int(),
  pendingCount: z.int(),
  failedCount: z.int(),
  /** Who has asked for a second person. */
  askedByName: z.nullable(z.string()),
  /** What for. */
  askedFor: z.nullable(z.enum(['PUBLISH', 'WITHDRAW'])),
}))

/** The path that the calls of JSON documents share. */
export const jsonDocumentsPath = '/admin/param/v1/json'
const base = jsonDocumentsPath

const life = recyclable(base, 'JSON_CONFIG', { fields, filter, shown })
export type JsonDocument = RowOf<typeof life>

const ofDocument = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const version = once(() => z.int())

/** As it was typed; kept by revisions, not by the log of acts. */
const document = () => secret(z.string().check(z.maxLength(mostDocumentBytes)))
const schema = () => secret(f.optional(z.string().check(z.maxLength(mostSchemaText))))

/** Faults that are told at once. */
export const mostJsonFaults = 50

/** What is wrong, in the words of the caller's language. */
const fault = once(() =>
  z.object({
    /** The document, its schema, or what comes of it together with those farther away. */
    of: z.enum(['DOCUMENT', 'SCHEMA', 'MERGED']),
    /** JSON Pointer (RFC 6901) of the part that it is about; empty: the whole. */
    pointer: z.string(),
    /** Where in the text, in characters from its begin; null: see the pointer. */
    from: z.nullable(z.int()),
    message: z.string(),
  }),
)
export type JsonDocumentFault = z.output<ReturnType<typeof fault>>
const faults = once(() => z.array(fault()).check(z.maxLength(mostJsonFaults)))

/** Revisions that are shown of a document. */
export const mostJsonRevisions = 100

const revision = once(() =>
  z.object({
    revision: z.int(),
    state: z.enum(['PUBLISHED', 'SUPERSEDED']),
    mergeMode: z.enum(jsonMergeModes),
    encrypt: z.boolean(),
    size: z.int(),
    note: z.nullable(z.string()),
    deviceCount: z.int(),
    publishedAt: f.moment(),
    publishedBy: z.nullable(z.string()),
    approvedBy: z.nullable(z.string()),
  }),
)
export type JsonRevision = z.output<ReturnType<typeof revision>>

/** A document that has a part in what a terminal gets. */
const layer = once(() =>
  z.object({
    /** Null where the reader does not see it. */
    id: z.nullable(f.id()),
    name: z.nullable(z.string()),
    level: z.enum(jsonLevels),
    targetName: z.nullable(z.string()),
    revision: z.int(),
    mergeMode: z.enum(jsonMergeModes),
  }),
)

const merged = once(() =>
  z.object({
    sn: z.string(),
    /** What the terminal gets, in lines; null: nothing, or a part is encrypted that the reader may not edit. */
    document: z.nullable(z.string()),
    /** Farthest first: each is merged over those before it. */
    layers: z.array(layer()),
    /** Of each member of the document, by their places in `layers`, the documents that it comes of. */
    members: z.array(z.object({ name: z.string(), layers: z.array(z.int()) })),
  }),
)
export type MergedDocument = z.output<ReturnType<typeof merged>>

/** How far a terminal is with the documents of a code. */
const held = once(() =>
  z.object({
    /** What `bring` of parameters takes as the application. */
    subjectId: f.id(),
    code: z.string(),
    state: z.enum(paramDeliveryStates),
    /** Of PENDING: why it has not left; null: it is about to. */
    waitsFor: z.nullable(z.enum(paramWaits)),
    /** Rises with each change of what the terminal should have. */
    revision: z.int(),
    since: f.moment(),
    /** JSON Pointers of what does not fit the schema: it is not brought. */
    faults: z.array(z.string()),
    /** Whether the terminal says that it has just this; null: it has said nothing yet. */
    isProved: z.nullable(z.boolean()),
    provedAt: z.nullable(f.moment()),
  }),
)
export type HeldDocument = z.output<ReturnType<typeof held>>

/** Whole JSON documents for organisations, models, groups and terminals. */
export const jsonDocuments = {
  ...life,
  /** The draft or, by its number, a revision. */
  content: get(`${base}/content/{id}`, 'JSON_CONFIG_DETAIL', () => ({
    ...ofDocument(),
    query: z.strictObject({ revision: z.optional(f.queryNumber().check(z.minimum(1))) }),
    reply: z.object({ version: version(), document: z.string(), schema: z.nullable(z.string()) }),
  })),
  /** Keeps what was typed so far, whether it is right or not. */
  saveContent: put(`${base}/content/{id}`, 'JSON_CONFIG_EDIT', () => ({
    ...ofDocument(),
    body: z.strictObject({ version: version(), document: document(), schema: schema() }),
    reply: z.object({ version: version(), faults: faults() }),
  })),
  /** What is wrong with a document; of a known one also together with those farther away. Nothing is saved. */
  validate: post(`${base}/validate`, 'JSON_CONFIG_DETAIL', () => ({
    body: z.strictObject({ id: f.optional(f.id()), document: document(), schema: schema() }),
    reply: z.object({ faults: faults() }),
  })),
  /** For how many terminals the draft is, and what keeps it from being published. */
  impact: get(`${base}/impact/{id}`, 'JSON_CONFIG_DETAIL', () => ({
    ...ofDocument(),
    reply: z.object({
      count: z.int(),
      needsApproval: z.boolean(),
      /** Of what waits for a second person: whether the caller may publish it, having neither asked for it nor changed it. */
      mayAgree: z.boolean(),
      faults: faults(),
    }),
  })),
  /**
   * Puts the draft in force. Where so many terminals are meant that a second person has to agree, the
   * first call asks for it and the call of somebody else agrees.
   */
  publish: put(`${base}/publish/{id}`, 'JSON_CONFIG_PUBLISH', () => ({
    ...ofDocument(),
    body: z.strictObject({
      version: version(),
      /** When it is another number by now, nothing happens and the answer says which. */
      count: z.int().check(z.minimum(0)),
      note: f.optional(f.text(255)),
    }),
    reply: life.detail.schemas.reply,
  })),
  /**
   * What it says holds no more, until it is published again. Where so many terminals are meant that a second
   * person has to agree, the first call asks for it and the call of somebody else agrees.
   */
  withdraw: put(`${base}/withdraw/{id}`, 'JSON_CONFIG_PUBLISH', () => ({
    ...ofDocument(),
    body: z.strictObject({ version: version() }),
    reply: life.detail.schemas.reply,
  })),
  /** Makes the draft say what an earlier revision said; it is published like any other. */
  rollback: put(`${base}/rollback/{id}/{revision}`, 'JSON_CONFIG_PUBLISH', () => ({
    params: z.strictObject({ id: f.id(), revision: f.queryNumber().check(z.minimum(1)) }),
    body: z.strictObject({ version: version() }),
    reply: life.detail.schemas.reply,
  })),
  /** The newest first. */
  revisions: get(`${base}/revisions/{id}`, 'JSON_CONFIG_DETAIL', () => ({
    ...ofDocument(),
    reply: z.array(revision()).check(z.maxLength(mostJsonRevisions)),
  })),
  /** The same draft for another target, or by another code. */
  copy: post(`${base}/copy/{id}`, 'JSON_CONFIG_ADD', () => ({
    ...ofDocument(),
    body: z.strictObject({ name: f.title(), code: code(), ...target() }),
    reply: life.detail.schemas.reply,
  })),
  /** Brings it to those of its terminals that have it not yet. */
  push: post(`${base}/push/{id}`, 'JSON_CONFIG_PUBLISH', () => ({
    ...ofDocument(),
    reply: z.object({ count: z.int() }),
  })),
  /** How many of its terminals are how far. */
  sync: get(`${base}/sync/{id}`, 'JSON_CONFIG_DETAIL', () => ({
    ...ofDocument(),
    reply: paramSync(),
  })),
  /** The draft as a file. */
  exportText: download(get(`${base}/export/{id}`, 'JSON_CONFIG_EXPORT', ofDocument)),
}

/** What terminals get of documents. */
export const heldDocuments = {
  merged: get(`${base}/merged/{deviceId}/{code}`, 'JSON_CONFIG_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id(), code: code() }),
    reply: merged(),
  })),
  ofDevice: get(`${base}/device/{deviceId}`, 'JSON_CONFIG_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id() }),
    reply: z.array(held()),
  })),
}
