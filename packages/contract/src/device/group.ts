import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { partsSheetOf } from '../core/importCall.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { filterTree } from './filter.ts'
import { lifecycles, presences } from './states.ts'

/** `STATIC`: members are named one by one; `DYNAMIC`: a filter says who they are. */
export const groupTypes = ['STATIC', 'DYNAMIC'] as const

/** `PENDING`: its members are being found; `SUSPENDED`: kept, and used for nothing new. */
export const groupStates = ['PENDING', 'ACTIVE', 'SUSPENDED'] as const

/** Why its members cannot be found: what its filter asks for cannot be judged any more, or takes too long. */
export const groupFailures = ['FILTER', 'SLOW'] as const

/** Terminals that one call names. */
export const mostNamedMembers = 1000

export const mostGroupModels = 50

/** Terminals that one group keeps out. */
export const mostExclusions = 1000

const fields = once(() =>
  z.object({
    name: f.title(),
    /** Whose group it is: only terminals below it are members. */
    orgId: f.id(),
    type: z.enum(groupTypes),
    /** Terminals of organisations below it are members, too. */
    includeSubOrgs: z._default(z.boolean(), true),
    /** Only terminals of these models, all of one kind of system; none: of any. */
    modelIds: z._default(z.array(f.id()).check(z.maxLength(mostGroupModels)), []),
    /** Of a dynamic group; null for a static one. */
    filter: f.optional(filterTree()),
    /** More are never members: a filter that matches more is refused. */
    maxMembers: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 10_000),
    description: f.optional(f.text(255)),
  }),
)

const filter = once(() =>
  z.object({
    type: z.optional(z.enum(groupTypes)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
    /** `FAILED`: those whose members cannot be found; `PENDING`: those that are being found otherwise. */
    state: z.optional(z.enum([...groupStates, 'FAILED'])),
    /** Groups that take terminals of this model. */
    modelId: z.optional(f.id()),
    /** Groups that this terminal is a member of. */
    deviceId: z.optional(f.id()),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  members: z.int(),
  modelNames: z.array(z.string()),
  /** Profiles, policies and parameters that are meant for its members. */
  uses: z.int(),
  /** Which of them, in words: what is in force for a group in the recycle bin keeps it from being destroyed. */
  usedBy: z.array(z.string()),
  state: z.enum(groupStates),
  /** When its members were last found anew as a whole. */
  rebuiltAt: z.nullable(f.moment()),
  /** Why that has failed since, if it has: it keeps the members that it had. */
  failure: z.nullable(z.enum(groupFailures)),
  failedAt: z.nullable(f.moment()),
}))

/** The path that the calls of groups share. */
export const groupsPath = '/admin/device/v1/group'
const life = recyclable(groupsPath, 'DEVICE_GROUP', { fields, filter, shown })
const ofGroup = once(() => z.strictObject({ id: f.id() }))

const member = once(() =>
  z.object({
    id: f.id(),
    sn: z.string(),
    name: z.nullable(z.string()),
    modelName: z.string(),
    orgName: z.string(),
    lifecycle: z.enum(lifecycles),
    presence: z.enum(presences),
    /** When it became a member. */
    since: f.moment(),
  }),
)

/** Serial numbers, one by one or pasted from a sheet. */
const named = once(() =>
  z.strictObject({
    groupId: f.id(),
    sns: z.array(f.serialNumber()).check(z.minLength(1), z.maxLength(mostNamedMembers)),
  }),
)

/** What became of serial numbers that were named. */
const namedReply = once(() =>
  z.object({
    count: z.int(),
    /** Those that name no terminal below the group's organisation that the caller sees. */
    unknown: z.array(z.string()),
  }),
)

const excluded = once(() =>
  z.extend(z.omit(member(), { since: true }), {
    /** Since when it is kept out. */
    since: f.moment(),
    /** Who keeps it out. */
    by: z.nullable(z.string()),
  }),
)
export type ExcludedTerminal = z.output<ReturnType<typeof excluded>>

/** How the parts of a filter hold together. */
export const filterJoins = ['all', 'any', 'none', 'notAll'] as const
export type FilterJoin = (typeof filterJoins)[number]

/** What bounds a dynamic group beside its filter: where a terminal is, its model, who keeps it out, and the group itself. */
export const groupGates = ['PLACE', 'MODEL', 'EXCLUSION', 'STATE', 'ROOM'] as const

const why = once(() =>
  z.object({
    sn: z.string(),
    /** Since when it is a member; null: it is none. */
    since: z.nullable(f.moment()),
    gates: z.array(z.object({ gate: z.enum(groupGates), passes: z.boolean() })),
    /** The filter and all of its parts, each before those within it. */
    parts: z.array(
      z.object({
        depth: z.int(),
        /** Null: it is a condition, or its opposite. */
        join: z.nullable(z.enum(filterJoins)),
        filter: z.nullable(filterTree()),
        holds: z.boolean(),
        /**
         * What the terminal itself has of that which a condition asks for, as the values of such a condition are
         * written; ages in whole hours; of the facts of `namedAlone` no more than the condition names. Null: it is no
         * condition.
         */
        own: z.nullable(z.array(z.string())),
      }),
    ),
  }),
)
export type GroupWhy = z.output<ReturnType<typeof why>>

/** Sets of terminals for pushes, parameters and statistics. */
export const groups = {
  ...life,
  /** Those of a picker, where it says so of one type only, or that have terminals in common with an organisation. */
  list: get(life.list.path, life.list.permission, () => ({
    query: z.extend(life.list.schemas.query, {
      type: z.optional(z.enum(groupTypes)),
      /** Groups of this organisation, of one above it or of one below it. */
      nearOrgId: z.optional(f.id()),
    }),
    reply: z.array(
      z.object({
        id: f.id(),
        name: z.string(),
        code: z.nullable(z.string()),
        /** Whose it is: groups of two organisations may be called the same. */
        orgName: z.string(),
      }),
    ),
  })),
  /** The members of a group that the caller sees. */
  members: get(`${groupsPath}/member/page`, 'DEVICE_GROUP_LIST', () => ({
    query: pageQuery(z.object({ groupId: f.id() })),
    reply: pageOf(member()),
  })),
  addMembers: post(`${groupsPath}/member/add`, 'DEVICE_GROUP_MEMBER', () => ({
    body: named(),
    reply: namedReply(),
  })),
  removeMembers: del(`${groupsPath}/member/remove`, 'DEVICE_GROUP_MEMBER', () => ({
    body: named(),
    reply: namedReply(),
  })),
  /** Terminals that a dynamic group keeps out, whatever its filter finds. */
  excluded: get(`${groupsPath}/member/excluded/page`, 'DEVICE_GROUP_LIST', () => ({
    query: pageQuery(z.object({ groupId: f.id() })),
    reply: pageOf(excluded()),
  })),
  exclude: post(`${groupsPath}/member/exclude`, 'DEVICE_GROUP_MEMBER', () => ({
    body: named(),
    reply: namedReply(),
  })),
  /** Its filter says again whether they are members. */
  readmit: del(`${groupsPath}/member/exclude`, 'DEVICE_GROUP_MEMBER', () => ({
    body: named(),
    reply: namedReply(),
  })),
  /** Why a terminal is a member of a dynamic group, or is none. */
  why: get(`${groupsPath}/member/why/{id}`, 'DEVICE_GROUP_LIST', () => ({
    params: ofGroup(),
    query: z.strictObject({ deviceId: f.id() }),
    reply: why(),
  })),
  /** What a filter finds, before it is saved: how many, the first fifty, and how many a group would lose and gain. */
  preview: post(`${groupsPath}/preview`, 'DEVICE_GROUP_LIST', () => ({
    body: z.strictObject({
      orgId: f.id(),
      filter: filterTree(),
      includeSubOrgs: z._default(z.boolean(), true),
      modelIds: z._default(z.array(f.id()).check(z.maxLength(mostGroupModels)), []),
      /** The group that would be changed; null: a new one. */
      groupId: f.optional(f.id()),
      /** Whether those who join and leave are named. */
      withRows: z._default(z.boolean(), false),
    }),
    reply: z.object({
      count: z.int(),
      /** At least so many, which is more than a group may hold: nobody counted further. */
      capped: z.optional(z.boolean()),
      joining: z.int(),
      leaving: z.int(),
      first: z.array(z.omit(member(), { since: true })),
      rows: z.optional(
        z.array(
          z.object({
            sn: z.string(),
            name: z.nullable(z.string()),
            orgName: z.string(),
            joins: z.boolean(),
          }),
        ),
      ),
    }),
  })),
  rebuild: post(`${groupsPath}/rebuild/{id}`, 'DEVICE_GROUP_REBUILD', () => ({
    params: ofGroup(),
    reply: batchReply(),
  })),
  /** Makes a dynamic group static: those who are members now stay. */
  freeze: post(`${groupsPath}/freeze/{id}`, 'DEVICE_GROUP_EDIT', () => ({
    params: ofGroup(),
    reply: batchReply(),
  })),
  /** Makes a new static group of those of its members whom the caller sees; a filter is not copied. */
  copy: post(`${groupsPath}/copy/{id}`, 'DEVICE_GROUP_ADD', () => ({
    params: ofGroup(),
    body: z.strictObject({ name: f.title() }),
    reply: z.object({
      /** The new group. */
      id: f.id(),
      /** Its members. */
      count: z.int(),
    }),
  })),
  /** `1` suspends an active group, `0` takes it up again. */
  suspend: put(`${groupsPath}/suspend/{id}/{suspended}`, 'DEVICE_GROUP_STATUS', () => ({
    params: z.strictObject({ id: f.id(), suspended: z.enum(['0', '1']) }),
    reply: batchReply(),
  })),
}
export type Group = RowOf<typeof groups>

/** Members of a static group as a sheet. */
export const groupMemberSheet = partsSheetOf(
  {
    page: groups.members,
    detail: groups.detail,
    add: groups.addMembers,
    update: groups.addMembers,
    removeMany: groups.removeMembers,
  },
  () => z.strictObject({ sn: f.serialNumber() }),
  { key: 'sn', columns: { sn: 'device.sn' } },
)
export type GroupMember = z.output<ReturnType<typeof member>>
