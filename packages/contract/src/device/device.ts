import * as z from 'zod/mini'
import { acting, batchBody, batchBodyWith, batchReply } from '../core/batch.ts'
import { get, post, proved, provedWhen, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { alarmKinds } from './alarm.ts'
import { areaText } from './area.ts'
import { keptAttributes } from './attribute.ts'
import {
  commandArguments,
  commandBodies,
  commandNames,
  commandPermissions,
  isProved,
  manyCommand,
} from './command.ts'
import { shownOfDevice } from './deviceShown.ts'
import { filterText } from './filter.ts'
import { configuration } from './messages.ts'
import { profileFilter } from './profileFilter.ts'
import { serialsText } from './serials.ts'
import { paramStands, lifecycles, lockStates, presences, securityStates } from './states.ts'
import { supports } from './support.ts'
import { mostTags, tag } from './tag.ts'
import { itemStates } from './taskItem.ts'
import { taskItem } from './taskItemRow.ts'

const imei = () => z.string().check(z.trim(), z.regex(/^[0-9]{15}$/))
const iccid = () => z.string().check(z.trim(), z.regex(/^[0-9]{18,22}$/))

const fields = once(() =>
  z.object({
    sn: f.serialNumber(),
    modelId: f.id(),
    orgId: f.id(),
    name: f.optional(f.text(64)),
    /** Terminal id of the acquirer. */
    tid: f.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{8,16}$/))),
    /** Merchant id. */
    mid: f.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{1,15}$/))),
    /** Where it works. */
    stationId: f.optional(f.id()),
    imei: f.optional(imei()),
    /** Of its second modem. */
    imei2: f.optional(imei()),
    /** Of its network card, with colons. */
    mac: f.optional(
      z.string().check(z.trim(), z.toUpperCase(), z.regex(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/)),
    ),
    /** Number of its SIM card, and of the second one. */
    iccid: f.optional(iccid()),
    iccid2: f.optional(iccid()),
    batchNo: f.optional(f.text(64)),
    purchaseOrder: f.optional(f.text(64)),
    /** A warranty of its own, which goes before its vendor's: from when, and for how long. */
    warrantyStart: f.optional(f.day()),
    warrantyMonths: f.optional(z.int().check(z.minimum(0), z.maximum(120))),
    attributes: keptAttributes(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    /** Serial numbers that begin so. */
    sn: z.optional(f.text(32)),
    /** Exactly these, see {@link serialsText}. */
    sns: z.optional(serialsText()),
    tid: z.optional(f.text(16)),
    name: z.optional(f.text(64)),
    modelId: z.optional(f.id()),
    vendorId: z.optional(f.id()),
    /** Only the subtree of this organisation, itself included. */
    orgId: z.optional(f.id()),
    stationId: z.optional(f.id()),
    lifecycle: z.optional(z.enum(lifecycles)),
    /** 0: nothing is sent to it. */
    status: z.optional(z.enum(['0', '1'])),
    presence: z.optional(z.enum(presences)),
    lock: z.optional(z.enum(lockStates)),
    /** Offline for more than so many hours. */
    offlineHours: z.optional(f.queryNumber().check(z.minimum(1), z.maximum(8784))),
    /** Offline for longer than its organisation, else its category, else the parameter says is too long. */
    overdue: z.optional(z.enum(['1'])),
    /** With open alarms. */
    alarm: z.optional(z.enum(['1'])),
    /** With an open alarm of this kind. */
    alarmKind: z.optional(z.enum(alarmKinds)),
    /** Where this is wrong with its security, or all of it OK. */
    security: z.optional(z.enum(securityStates)),
    paramStand: z.optional(z.enum(paramStands)),
    ...profileFilter(),
    /** With a command of the last 24 hours that failed. */
    failing: z.optional(z.enum(['1'])),
    /** On which side of its station's fence. */
    fence: z.optional(z.enum(['IN', 'OUT'])),
    /** Ended, or ends within the days of `warranty.alarm.days`. */
    warranty: z.optional(z.enum(['ended', 'ending'])),
    /** Support of its model has ended, or ends within `supportWarningDays`. */
    support: z.optional(z.enum(['ended', 'ending'])),
    /** Exactly this version. */
    firmware: z.optional(f.text(128)),
    agentVersion: z.optional(f.text(128)),
    /** Members of this group. */
    groupId: z.optional(f.id()),
    /** Those with this label. */
    classificationId: z.optional(f.id()),
    /** Those that people marked so. */
    tag: z.optional(f.text(32)),
    /** No filter: `pictures` has the rows tell what is drawn of them, `stand` also how their terminals stand. */
    more: z.optional(z.enum(['pictures', 'stand'])),
    /** Those that a filter finds: its JSON. */
    tree: z.optional(filterText()),
    /** Only those that have said where they are. */
    located: z.optional(z.enum(['1'])),
    /** Only those that were within this area when they last said so, see {@link readArea}. */
    area: z.optional(areaText()),
  }),
)

/** The path that the calls of terminals share. */
export const devicesPath = '/admin/device/v1/device'
const ofDevice = once(() => z.strictObject({ id: f.id() }))

/** The latest snapshot a terminal reported of one kind. */
export const snapshot = once(() =>
  z.object({
    kind: z.string(),
    document: z.record(z.string(), z.unknown()),
    reportedAt: f.moment(),
  }),
)

export const connection = once(() =>
  z.object({
    connectedAt: f.moment(),
    disconnectedAt: z.nullable(f.moment()),
    ip: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
)

/** A place where a terminal came to stand. */
export const devicePlace = once(() =>
  z.object({
    /** When the server heard of it. */
    at: f.moment(),
    /** Degrees, WGS-84. */
    latitude: z.number(),
    longitude: z.number(),
    /** Metres. */
    accuracy: z.nullable(z.number()),
    source: z.string(),
  }),
)
export type Place = z.output<ReturnType<typeof devicePlace>>

/** What a terminal is told to do with itself, and what it says of that. */
const deviceConfiguration = once(() =>
  z.object({
    /** Told at its next connection, or at once where it is there. */
    wanted: configuration.body,
    /** Revision that the terminal says is in force; null: it has not said. */
    appliedRev: z.nullable(z.int()),
    state: z.enum(['IN_SYNC', 'DRIFT', 'UNKNOWN']),
    /** Address of the platform that it is connected to, or was last. */
    endpoint: z.nullable(z.string()),
  }),
)
export type DeviceConfiguration = z.output<ReturnType<typeof deviceConfiguration>>

const life = recyclable(devicesPath, 'DEVICE', { fields, filter, shown: shownOfDevice })

/** Terminals: the estate, and what can be asked of one terminal. */
export const devices = {
  ...life,
  detail: get(life.detail.path, life.detail.permission, () => ({
    params: ofDevice(),
    reply: z.extend(life.detail.schemas.reply, {
      /** So many days before its end its warranty is warned of: `warranty.alarm.days`. */
      warrantyWarningDays: z.int(),
      /** What its last heartbeat told; null: it tells no such thing. Degrees Celsius, seconds since boot. */
      temperature: z.nullable(z.number()),
      uptimeSeconds: z.nullable(z.int()),
    }),
  })),
  activate: put(`${devicesPath}/activate/{id}`, 'DEVICE_ACTIVATE', () => ({
    params: ofDevice(),
    reply: z.object({ count: z.int() }),
  })),
  /** Lets its next enrolment, within a day, replace its credential. */
  release: proved(
    put(`${devicesPath}/release/{id}`, 'DEVICE_RELEASE', () => ({
      params: ofDevice(),
      reply: z.object({ releasedUntil: f.moment() }),
    })),
  ),
  /** The same of many. */
  releaseMany: acting(
    life.page,
    proved(
      put(`${devicesPath}/batch/release`, 'DEVICE_RELEASE', () => ({
        body: batchBody(filter()),
        reply: batchReply(),
      })),
    ),
  ),
  /** Which permission a command needs beside this one is said by `commandPermissions`. */
  command: provedWhen(
    post(`${devicesPath}/command/{id}`, 'DEVICE_DETAIL', () => ({
      params: ofDevice(),
      body: commandArguments(),
      reply: taskItem(),
    })),
    ({ cmd }) => isProved(cmd),
  ),
  /** The command lines that the vendors of terminals allow, by model; models without any are left out. */
  shellCommands: get(`${devicesPath}/shell`, commandPermissions.SHELL, () => ({
    reply: z.array(z.object({ modelId: f.id(), commands: z.array(z.string()) })),
  })),
  /** What the matrices of the vendors say of commands, by model; what they say nothing of is offered. */
  supports: get(`${devicesPath}/supports`, 'DEVICE_LIST', () => ({
    reply: z.array(
      z.object({
        modelId: f.id(),
        cmd: z.enum(commandNames),
        support: z.enum(supports),
        minAgent: z.nullable(z.string()),
        minFirmware: z.nullable(z.string()),
      }),
    ),
  })),
  /** A command to many: a terminal that may not take it is refused by itself, and keeps none back. */
  rebootMany: acting(
    life.page,
    post(`${devicesPath}/batch/reboot`, commandPermissions.REBOOT, () => ({
      body: batchBodyWith(filter(), commandBodies.REBOOT),
      reply: batchReply(),
    })),
  ),
  syncMany: acting(
    life.page,
    post(`${devicesPath}/batch/sync`, commandPermissions.SYNC, () => ({
      body: batchBodyWith(filter(), commandBodies.SYNC),
      reply: batchReply(),
    })),
  ),
  locateMany: acting(
    life.page,
    post(`${devicesPath}/batch/locate`, commandPermissions.LOCATE, () => ({
      body: batchBodyWith(filter(), commandBodies.LOCATE),
      reply: batchReply(),
    })),
  ),
  messageMany: acting(
    life.page,
    post(`${devicesPath}/batch/message`, commandPermissions.MESSAGE, () => ({
      body: batchBodyWith(filter(), commandBodies.MESSAGE),
      reply: batchReply(),
    })),
  ),
  /** Any other command that a batch may give; its permission as for one terminal. */
  commandMany: acting(
    life.page,
    provedWhen(
      post(`${devicesPath}/batch/command`, 'DEVICE_LIST', () => ({
        body: batchBodyWith(filter(), { command: manyCommand() }),
        reply: batchReply(),
      })),
      ({ command }) => isProved(command.cmd),
    ),
  ),
  tasks: get(`${devicesPath}/{id}/tasks`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    query: pageQuery(z.object({ state: z.optional(z.enum(itemStates)) })),
    reply: pageOf(taskItem()),
  })),
  snapshots: get(`${devicesPath}/{id}/snapshots`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.array(snapshot()),
  })),
  /** What it says it can do, beside what the matrix of its vendor says. */
  capabilities: get(`${devicesPath}/{id}/capabilities`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.object({
      /** Null: it has not told. */
      reportedAt: z.nullable(f.moment()),
      features: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          icon: z.nullable(z.string()),
          /** What the matrix says; null: nothing. */
          support: z.nullable(z.enum(supports)),
          /** Whether it needs a later agent or firmware than it runs. */
          isTooOld: z.boolean(),
          isReported: z.boolean(),
          /** Whether report and matrix fit together. */
          isMismatch: z.boolean(),
        }),
      ),
    }),
  })),
  configuration: get(`${devicesPath}/{id}/configuration`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: deviceConfiguration(),
  })),
  /** Where it was, the newest place first; those of the last days that `device.location.keepDays` keeps. */
  locations: get(`${devicesPath}/{id}/locations`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.array(devicePlace()),
  })),
  connectivity: get(`${devicesPath}/{id}/connectivity`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    query: z.strictObject({
      hours: z._default(f.queryNumber().check(z.minimum(1), z.maximum(168)), 24),
    }),
    reply: z.object({ from: f.moment(), until: f.moment(), connections: z.array(connection()) }),
  })),
  /** Which of these serial numbers name no terminal that the caller sees. */
  unknown: get(`${devicesPath}/unknown`, 'DEVICE_LIST', () => ({
    query: z.strictObject({ sns: serialsText() }),
    reply: z.object({ sns: z.array(z.string()) }),
  })),
  /** Counters of the estate, or of what a list shows of it, within the caller's data scope. */
  count: get(`${devicesPath}/count`, 'DEVICE_LIST', () => ({
    // All that a page is asked for but what the counters themselves choose.
    query: z.omit(life.page.schemas.query, {
      pageNum: true,
      pageSize: true,
      sortField: true,
      sortOrder: true,
      presence: true,
      lifecycle: true,
      alarm: true,
    }),
    reply: z.object({
      total: z.int(),
      /** At least `total` match, see {@link pageOf}; of what kind they are is not known then. */
      capped: z.optional(z.boolean()),
      online: z.nullable(z.int()),
      /** Were seen, and are not there. */
      offline: z.nullable(z.int()),
      /** Have open alarms; null: not known of a search. */
      alarmed: z.nullable(z.int()),
      byLifecycle: z.record(z.string(), z.int()),
    }),
  })),
}
export type Device = RowOf<typeof devices>
export type DetailedDevice = ReplyOf<typeof devices.detail>
export type Capabilities = ReplyOf<typeof devices.capabilities>
export type Connection = z.output<ReturnType<typeof connection>>
export type Snapshot = z.output<ReturnType<typeof snapshot>>

/** Labels that a row of a sheet may name. */
const mostLabelsOfRow = 50

/** Terminals as rows of a sheet. */
export const deviceSheet = sheetOf(
  devices,
  {
    key: 'sn',
    columns: {
      sn: 'device.sn',
      modelId: 'device.model',
      orgId: 'device.organization',
      name: 'device.name',
      tid: 'device.tid',
      mid: 'device.mid',
      stationId: 'device.station',
      imei: 'device.imei',
      imei2: 'device.imei2',
      mac: 'device.mac',
      iccid: 'device.iccid',
      iccid2: 'device.iccid2',
      batchNo: 'device.batchNo',
      purchaseOrder: 'device.purchaseOrder',
      warrantyStart: 'device.warrantyStart',
      warrantyMonths: 'device.warrantyMonths',
      remark: 'device.remark',
    },
  },
  // Who sets them needs the right to tags besides.
  {
    tags: {
      label: 'device.tags',
      schema: () => z.optional(z.array(tag()).check(z.maxLength(mostTags))),
    },
    // By hand, by code or name; who gives them needs the right to labels besides.
    labels: {
      label: 'device.labels',
      schema: () => z.optional(z.array(f.text(64)).check(z.maxLength(mostLabelsOfRow))),
    },
  },
)
