import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { itemStates, itemWaits } from '../device/taskItem.ts'
import { paramDifference, refusedParam } from './assignment.ts'
import { paramDeliveryStates, paramLevels, paramWaits } from './assignmentStates.ts'
import { pid } from './field.ts'

/** The path that the calls of the parameter log share. */
export const paramLogPath = '/admin/param/v1/log'

/** Days that a look goes back which names no beginning. */
export const paramLogDays = 30

/** Why values change. */
export const paramCauses = [
  'ACTIVATED',
  'REVOKED',
  'STARTED',
  'ENDED',
  'IMPORTED',
  'TEMPLATE',
  'DICTIONARY',
] as const

const change = once(() =>
  z.object({
    id: z.string(),
    at: f.moment(),
    cause: z.enum(paramCauses),
    /** Who did it; null: a moment that had come, or somebody who is gone. */
    user: z.nullable(z.string()),
    note: z.nullable(z.string()),
    /** From which address; null: nobody called, or nobody kept it then. */
    ip: z.nullable(z.string()),
    /** The number of the case elsewhere that asked for it. */
    ticket: z.nullable(z.string()),
    pid: z.string(),
    /** What the dictionary calls it, in the caller's language; null: it is not there any more. */
    label: z.nullable(z.string()),
    /** Null: there was none, there is none any more, or it is a secret. */
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
    isSecret: z.boolean(),
    /** Null: the dictionary, or a template. */
    assignmentId: z.nullable(f.id()),
    ownerName: z.nullable(z.string()),
    level: z.nullable(z.enum(paramLevels)),
    targetName: z.nullable(z.string()),
    appId: z.nullable(f.id()),
    appName: z.nullable(z.string()),
  }),
)
export type ParamChange = z.output<ReturnType<typeof change>>

export const paramDelivered = once(() =>
  z.object({
    /** Terminal and application. */
    id: z.string(),
    deviceId: f.id(),
    sn: z.string(),
    orgName: z.string(),
    /** The application; of documents, what stands for their code. */
    appId: f.id(),
    appName: z.string(),
    package: z.string(),
    /** The terminal's own number of its values, which rises with each change. */
    revision: z.int(),
    /** Null: documents have none. */
    templateName: z.nullable(z.string()),
    templateRevision: z.nullable(z.int()),
    state: z.enum(paramDeliveryStates),
    /** Of PENDING: why it has not left; null: it is about to. */
    waitsFor: z.nullable(z.enum(paramWaits)),
    /** Of the item that brings it, or brought it last. */
    code: z.nullable(z.string()),
    message: z.nullable(z.string()),
    attempt: z.nullable(z.int()),
    /** Of PARTLY_APPLIED: what the application did not take. */
    refused: z.array(refusedParam()),
    /** Of DRIFT: parameters that somebody changed on the terminal, as far as it tells them. */
    edits: z.array(pid()),
    pushId: z.nullable(f.id()),
    taskNo: z.nullable(z.string()),
    since: f.moment(),
    changedAt: f.moment(),
    publishedAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    /** When the terminal told last that it runs with other values than before. */
    reportedAt: z.nullable(f.moment()),
  }),
)
export type ParamDeliveryRow = z.output<ReturnType<typeof paramDelivered>>

/** What was said about parameters. */
export const paramLog = {
  page: get(`${paramLogPath}/page`, 'PARAM_LOG_LIST', () => ({
    query: pageQuery(
      z.object({
        appId: z.optional(f.id()),
        assignmentId: z.optional(f.id()),
        orgId: z.optional(f.id()),
        pid: z.optional(pid()),
        /** Of the assignments that speak of the terminal with just this serial number. */
        sn: z.optional(f.text(32)),
        /** Part of the name of who did it. */
        user: z.optional(f.text(64)),
        /** Just this number of a case. */
        ticket: z.optional(f.text(64)),
        /** Part of the name of what it is said for. */
        target: z.optional(f.text(64)),
        cause: z.optional(z.enum(paramCauses)),
        level: z.optional(z.enum(paramLevels)),
        from: z.optional(f.moment()),
        to: z.optional(f.moment()),
      }),
    ),
    reply: pageOf(change()),
  })),
}

/** A file as a terminal was sent it; what is secret, and what the caller is not shown, is masked. */
const sentFile = once(() =>
  z.object({
    /** As the application finds it, below its own folder. */
    name: z.string(),
    encoding: z.string(),
    /** Null: a file that is a value, brought as it was uploaded. */
    text: z.nullable(z.string()),
    /** Of such a file, in bytes. */
    size: z.nullable(z.int()),
  }),
)
export type SentParamFile = z.output<ReturnType<typeof sentFile>>

/** What a terminal was to have of an application by one of its revisions. */
const sent = once(() =>
  z.object({
    sn: z.string(),
    appName: z.string(),
    revision: z.int(),
    since: f.moment(),
    until: z.nullable(f.moment()),
    files: z.array(sentFile()),
    /** The revision before it that is still known. */
    previous: z.nullable(z.int()),
    /** Null: there is none. */
    differences: z.nullable(z.array(paramDifference())),
    /** Differences that the caller is not shown: of advanced parameters. */
    hiddenCount: z.int(),
  }),
)
export type SentParams = z.output<ReturnType<typeof sent>>

/** A delivery of an application's values to a terminal, over or under way. */
const pastDelivery = once(() =>
  z.object({
    id: f.id(),
    createdAt: f.moment(),
    /**
     * The terminal's own number of the values that held when it had fetched them; of what was never fetched,
     * when it was over. Null: forgotten.
     */
    revision: z.nullable(z.int()),
    /**
     * SHA-256 of these values, lower-case hexadecimal. Null: forgotten, or a secret is among them, which whoever knows
     * the others would try on it.
     */
    hash: z.nullable(z.string()),
    pushId: f.id(),
    taskNo: z.string(),
    state: z.enum(itemStates),
    percent: z.nullable(z.int()),
    waitsFor: z.nullable(z.enum(itemWaits)),
    code: z.nullable(z.string()),
    message: z.nullable(z.string()),
    /** What the application did not take. */
    refused: z.array(refusedParam()),
    attempt: z.int(),
    publishedAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    /** From when it was sent to its end; null: it was not sent, or is under way. */
    seconds: z.nullable(z.number()),
  }),
)
export type PastDelivery = z.output<ReturnType<typeof pastDelivery>>

const deliveryFilter = once(() =>
  z.object({
    sn: z.optional(f.text(32)),
    appId: z.optional(f.id()),
    orgId: z.optional(f.id()),
    /** The last step was then. */
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** How far terminals are with their values. */
export const paramDeliveries = {
  /** Each terminal with each application that has values for it, the latest change first. */
  page: get(`${paramLogPath}/delivery/page`, 'PARAM_LOG_LIST', () => ({
    query: pageQuery(
      z.object({
        ...deliveryFilter().shape,
        /** 1: those that do not run with what they should. */
        differing: z.optional(z.enum(['1'])),
        /** One of those that speak of the terminal. */
        assignmentId: z.optional(f.id()),
        /** The same of a document. */
        documentId: z.optional(f.id()),
        state: z.optional(z.enum(paramDeliveryStates)),
        /** The terminal's own number of its values. */
        revision: z.optional(
          z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
        ),
      }),
    ),
    reply: pageOf(paramDelivered()),
  })),
  /** The files of one of a terminal's revisions, and in what it differs from the one before. */
  detail: get(`${paramLogPath}/delivery/detail/{deviceId}/{appId}`, 'PARAM_LOG_DETAIL', () => ({
    params: z.strictObject({ deviceId: f.id(), appId: f.id() }),
    query: z.strictObject({
      /** What it should have now, unless said. */
      revision: z.optional(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
      ),
    }),
    reply: sent(),
  })),
  /** All deliveries of an application's values, or of a document, to a terminal, the latest first. */
  past: get(`${paramLogPath}/past-delivery/page`, 'PARAM_LOG_DETAIL', () => ({
    query: pageQuery(
      z.object({
        deviceId: f.id(),
        appId: f.id(),
        state: z.optional(z.enum(itemStates)),
        /** It was given then. */
        from: z.optional(f.moment()),
        to: z.optional(f.moment()),
      }),
    ),
    reply: pageOf(pastDelivery()),
  })),
}

/** Terminals that run with other values than they were brought, because somebody changed them there. */
export const paramEdits = {
  page: get(`${paramLogPath}/edit/page`, 'PARAM_LOG_LIST', () => ({
    query: pageQuery(z.object({ ...deliveryFilter().shape, pid: z.optional(pid()) })),
    reply: pageOf(paramDelivered()),
  })),
}
