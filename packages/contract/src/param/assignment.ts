import * as z from 'zod/mini'
import { acting, batchBody, batchBodyWith, batchReply } from '../core/batch.ts'
import { download, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { pushWindow } from '../device/window.ts'
import { paramLevels, paramSources, paramStates } from './assignmentStates.ts'
import { paramSync } from './sync.ts'
import { consistencySeverities } from './consistency.ts'
import { paramLabel, pid } from './field.ts'
import { mostParamTemplates, outsideVersions, usableTemplate } from './usable.ts'
import { mostValueLength } from './placeholder.ts'
import { frozenTemplate } from './templateContent.ts'

/** A parameter that an application did not take. */
export const refusedParam = once(() =>
  z.object({
    pid: pid(),
    /** As the terminal says it; null: it is a secret. */
    why: z.nullable(z.string()),
  }),
)
export type RefusedParam = z.output<ReturnType<typeof refusedParam>>

/** Parameters that one assignment may say something about. */
export const mostParams = 2000

const values = () =>
  z
    .record(pid(), z.string().check(z.maxLength(mostValueLength)))
    .check(z.refine((said) => Object.keys(said).length <= mostParams, 'param.tooMany'))

/** How the values are brought to terminals. */
export const paramDelivery = once(() =>
  z.strictObject({
    /** NOW: when it is put in force; NEXT: with the next thing that changes for a terminal. */
    when: z._default(z.enum(['NOW', 'NEXT']), 'NOW'),
    window: z.optional(pushWindow()),
    /** The application is started anew afterwards. */
    restartApp: z._default(z.boolean(), false),
    /** The application is asked first, and may put it off. */
    askApp: z._default(z.boolean(), false),
    wifiOnly: z._default(z.boolean(), false),
    retries: z._default(z.int().check(z.minimum(0), z.maximum(5)), 2),
    /** After so many hours a terminal that was not there is given up. */
    expiresHours: z._default(z.int().check(z.minimum(1), z.maximum(720)), 168),
    /** What was changed on a terminal is sent again by itself. */
    resend: z._default(z.boolean(), false),
  }),
)
export type ParamDelivery = z.output<ReturnType<typeof paramDelivery>>

const fields = once(() =>
  z.object({
    name: f.title(),
    level: z.enum(paramLevels),
    /** Its target, of level ORG; of the others whose the target is. */
    orgId: f.optional(f.id()),
    stationId: f.optional(f.id()),
    groupId: f.optional(f.id()),
    deviceId: f.optional(f.id()),
    appId: f.id(),
    templateRevId: f.id(),
    /** Among the groups of a terminal the higher one wins. */
    priority: z._default(z.int().check(z.minimum(0), z.maximum(999)), 0),
    effectiveFrom: f.optional(f.moment()),
    effectiveTo: f.optional(f.moment()),
    options: z._default(paramDelivery(), paramDelivery().parse({})),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    appId: z.optional(f.id()),
    orgId: z.optional(f.id()),
    level: z.optional(z.enum(paramLevels)),
    state: z.optional(z.enum(paramStates)),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    templateRevId: z.optional(f.id()),
    /** Of any revision of this template. */
    templateId: z.optional(f.id()),
    deviceId: z.optional(f.id()),
    /** Those that speak of the terminal with just this serial number, and those made for it. */
    sn: z.optional(f.text(32)),
    /** Some terminal is kept from what it should have. */
    failed: z.optional(z.enum(['1'])),
    /** Part of the name of a parameter that it says something about. */
    pid: z.optional(f.text(128)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  stationName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  deviceSn: z.nullable(z.string()),
  targetName: z.string(),
  appName: z.string(),
  package: z.string(),
  templateName: z.string(),
  templateRevision: z.int(),
  state: z.enum(paramStates),
  /** In force; null: none was yet. */
  revision: z.nullable(z.int()),
  publishedAt: z.nullable(f.moment()),
  /** Whether the form says something else than what is in force. */
  isChanged: z.boolean(),
  /** Parameters that it says something about. */
  pidCount: z.int(),
  /** Terminals at its target. */
  deviceCount: z.int(),
  /** Terminals that run with what they should of those that it speaks of, that do not yet, and that something keeps from it. */
  syncedCount: z.int(),
  pendingCount: z.int(),
  failedCount: z.int(),
  /** Who has asked for a second person. */
  askedByName: z.nullable(z.string()),
  askedFor: z.nullable(z.enum(['ACTIVATE', 'REVOKE'])),
}))

/** The path that the calls of assignments share. */
export const paramsPath = '/admin/param/v1/param'

const life = recyclable(paramsPath, 'PARAM', { fields, filter, shown })
export type Param = RowOf<typeof life>

const ofParam = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Terminals that are tried out whether their values would break rules. */
export const mostTried = 2000

/** A rule over many terminals that would be broken. */
const broken = once(() =>
  z.object({
    ruleId: f.id(),
    name: z.string(),
    severity: z.enum(consistencySeverities),
    /** Terminals that would break it and do not yet. */
    count: z.int(),
    /** Some of them that the caller sees. */
    sns: z.array(z.string()),
  }),
)
export type BrokenRule = z.output<ReturnType<typeof broken>>

/** Revisions that are shown of an assignment. */
export const mostParamRevisions = 100

/** What stands on one side of a difference. A secret is not told: null, and `isSecret`. */
const side = once(() => z.nullable(z.string()))
export const paramDifference = once(() =>
  z.object({
    pid: pid(),
    label: paramLabel(),
    before: side(),
    after: side(),
    isSecret: z.boolean(),
  }),
)
export type ParamDifference = z.output<ReturnType<typeof paramDifference>>

const revision = once(() =>
  z.object({
    revision: z.int(),
    state: z.enum(['SCHEDULED', 'IN_FORCE', 'SUPERSEDED', 'REVOKED']),
    templateRevId: f.id(),
    startsAt: f.moment(),
    endsAt: z.nullable(f.moment()),
    note: z.nullable(z.string()),
    /** The number of the case elsewhere that asked for it. */
    ticket: z.nullable(z.string()),
    deviceCount: z.int(),
    publishedAt: f.moment(),
    publishedBy: z.nullable(z.string()),
    approvedBy: z.nullable(z.string()),
  }),
)
export type ParamRevision = z.output<ReturnType<typeof revision>>

/** What an assignment says, as far as the caller is shown it. */
const said = once(() =>
  z.object({
    values: values(),
    secretPids: z.array(pid()),
    /** What forms call them, in the caller's language. */
    labels: z.record(pid(), z.string()),
  }),
)
export type ParamSaid = z.output<ReturnType<typeof said>>

const note = once(() => f.optional(f.text(255)))
/** The number of the case elsewhere that asks for it: what the log of parameters is found by later. */
const ticket = once(() => f.optional(f.text(64)))

/** What is wrong with a draft, in the words of the caller's language; of a rule across parameters all that it names. */
const fault = once(() => z.object({ pids: z.array(pid()), message: z.string() }))
export type ParamFault = z.output<ReturnType<typeof fault>>

/** What would hold if the assignment said nothing. A secret is not told: null. */
const inherited = once(() =>
  z.object({
    value: side(),
    isSecret: z.boolean(),
    source: z.enum(paramSources),
    /** Who says it; null where the reader does not see it. */
    name: z.nullable(z.string()),
  }),
)
export type InheritedParam = z.output<ReturnType<typeof inherited>>

/** Targets that an assignment is copied to at once. */
export const mostCopies = 200

const copies = once(() =>
  z.strictObject({
    level: z.enum(paramLevels),
    targetIds: z.array(f.id()).check(z.minLength(1), z.maxLength(mostCopies)),
  }),
)

/** Values of an application's parameters for an organisation, a station, a group or a terminal. */
export const params = {
  ...life,
  /** What an assignment for an application may be made with: what comes with the version that is there, then the newest first. */
  templates: get(`${paramsPath}/templates`, 'PARAM_DETAIL', () => ({
    query: z.strictObject({
      appId: f.id(),
      /** Usable at this organisation, of whose terminals is told whether it fits them; else of those of … */
      orgId: z.optional(f.id()),
      stationId: z.optional(f.id()),
      groupId: z.optional(f.id()),
      deviceId: z.optional(f.id()),
    }),
    reply: z.array(usableTemplate()).check(z.maxLength(mostParamTemplates)),
  })),
  /** What the editor needs: the template's form, the draft, and what holds without it. */
  form: get(`${paramsPath}/form/{id}`, 'PARAM_DETAIL', () => ({
    ...ofParam(),
    reply: z.object({
      version: z.int(),
      template: frozenTemplate(),
      values: values(),
      /** Parameters of which the draft has a secret. */
      secretPids: z.array(pid()),
      inherited: z.record(pid(), inherited()),
      faults: z.array(fault()),
    }),
  })),
  /** Keeps what was typed so far, whether it is right or not. */
  draft: put(`${paramsPath}/draft/{id}`, 'PARAM_EDIT', () => ({
    ...ofParam(),
    body: z.strictObject({
      version: z.int(),
      /** What it says, parameter by parameter; secrets stand in `secrets`. The log of parameters keeps it, not that of acts. */
      values: secret(values()),
      /** Secrets that were typed anew; those of `keptSecrets` stay as they are, all others go. */
      secrets: secret(values()),
      keptSecrets: z.array(pid()).check(z.maxLength(mostParams)),
      /** Parameters that the template has not are left out; otherwise they are kept as faults, and nothing is put in force. */
      ignoreUndefined: z._default(z.boolean(), false),
    }),
    reply: z.object({
      version: z.int(),
      faults: z.array(fault()),
      /** What was left out. */
      ignored: z.array(pid()),
    }),
  })),
  /** For how many terminals it is, and what would change for them. */
  impact: get(`${paramsPath}/impact/{id}`, 'PARAM_DETAIL', () => ({
    ...ofParam(),
    reply: z.object({
      count: z.int(),
      needsApproval: z.boolean(),
      /** Of what waits for a second person: whether the caller may put it in force, having neither asked for it nor changed it. */
      mayAgree: z.boolean(),
      differences: z.array(paramDifference()),
      /** What held, or will hold, where it says nothing on one side of a difference. */
      inherited: z.record(pid(), inherited()),
      /** Differences that the caller is not shown: of advanced parameters. */
      hiddenCount: z.int(),
      /** Other assignments of the same application that speak of some of its terminals. */
      others: z.array(
        z.object({
          id: f.id(),
          name: z.string(),
          level: z.enum(paramLevels),
          targetName: z.string(),
        }),
      ),
      /** Terminals that run a version of the application that the template is not for, as far as the caller sees them; null: it is for any. */
      outside: z.nullable(outsideVersions()),
      /** Rules that it would break; null: it was not tried, being for more than {@link mostTried} terminals, or of more values than there was time for, or while another was. It is judged when it is put in force, or before terminals are brought it. */
      broken: z.nullable(z.array(broken())),
    }),
  })),
  /**
   * Puts the draft in force, at once or from its moment on. Where so many terminals are meant that a
   * second person has to agree, the first call asks for it and the call of somebody else agrees.
   */
  activate: put(`${paramsPath}/activate/{id}`, 'PARAM_ACTIVATE', () => ({
    ...ofParam(),
    body: z.strictObject({
      version: z.int(),
      /** When it is another number by now, nothing happens and the answer says which. */
      count: z.int().check(z.minimum(0)),
      note: note(),
      ticket: ticket(),
    }),
    reply: life.detail.schemas.reply,
  })),
  /** What it says holds no more. */
  revoke: put(`${paramsPath}/revoke/{id}`, 'PARAM_ACTIVATE', () => ({
    ...ofParam(),
    body: z.strictObject({ version: z.int(), note: note(), ticket: ticket() }),
    reply: life.detail.schemas.reply,
  })),
  /** Brings it to those of its terminals that have it not yet, whenever it was meant to come. */
  push: post(`${paramsPath}/push/{id}`, 'PARAM_PUSH', () => ({
    ...ofParam(),
    reply: z.object({ count: z.int() }),
  })),
  /** The same of many. */
  pushMany: acting(
    life.page,
    put(`${paramsPath}/batch/push`, 'PARAM_PUSH', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
  /** Puts the drafts of many in force; where they are for many terminals together, a second person is asked for each. */
  activateMany: acting(
    life.page,
    put(`${paramsPath}/batch/activate`, 'PARAM_ACTIVATE', () => ({
      body: batchBodyWith(filter(), { note: note(), ticket: ticket() }),
      reply: batchReply(),
    })),
  ),
  /** For how many terminals copies would be; nothing is changed. */
  copyImpact: post(`${paramsPath}/copy/impact/{id}`, 'PARAM_ADD', () => ({
    ...ofParam(),
    body: copies(),
    reply: z.object({
      targets: z.array(
        z.object({
          id: f.id(),
          name: z.string(),
          count: z.int(),
          needsApproval: z.boolean(),
          /** The assignment that is there already: it stays, and no copy is made. */
          takenBy: z.nullable(z.string()),
        }),
      ),
      /** Parameters that the caller is not shown: copies say nothing about them. */
      hiddenCount: z.int(),
    }),
  })),
  /** Makes drafts that say the same for other targets; where there is an assignment of the application, it stays. */
  copy: post(`${paramsPath}/copy/{id}`, 'PARAM_ADD', () => ({
    ...ofParam(),
    body: copies(),
    reply: z.object({ count: z.int() }),
  })),
  /** The newest first. */
  revisions: get(`${paramsPath}/revision/{id}`, 'PARAM_DETAIL', () => ({
    ...ofParam(),
    reply: z.array(revision()).check(z.maxLength(mostParamRevisions)),
  })),
  /** What one of them says. */
  revision: get(`${paramsPath}/revision/{id}/{revision}`, 'PARAM_DETAIL', () => ({
    params: z.strictObject({ id: f.id(), revision: f.queryNumber().check(z.minimum(1)) }),
    reply: said(),
  })),
  /** Makes the draft say what an earlier revision said; it is put in force like any other. */
  restore: put(`${paramsPath}/revert/{id}/{revision}`, 'PARAM_REVERT', () => ({
    params: z.strictObject({ id: f.id(), revision: f.queryNumber().check(z.minimum(1)) }),
    body: z.strictObject({ version: z.int() }),
    reply: life.detail.schemas.reply,
  })),
  /** The file that it says for a parameter: in the draft, or in a revision. */
  file: download(
    get(`${paramsPath}/file/{id}/{pid}`, 'PARAM_DETAIL', () => ({
      params: z.strictObject({ id: f.id(), pid: pid() }),
      query: z.strictObject({ revision: z.optional(f.queryNumber().check(z.minimum(1))) }),
    })),
  ),
  /** How many of its terminals are how far. */
  sync: get(`${paramsPath}/sync/{id}`, 'PARAM_DETAIL', () => ({
    ...ofParam(),
    reply: z.extend(paramSync(), {
      /** Rules that hold it back from terminals, and from how many. */
      heldBy: z.array(z.object({ ruleId: f.id(), name: z.string(), count: z.int() })),
    }),
  })),
}
