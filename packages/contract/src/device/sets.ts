import * as z from 'zod/mini'
import { acting, batchBodyWith, batchReply } from '../core/batch.ts'
import { put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { classifications } from './classification.ts'
import { devices, devicesPath } from './device.ts'
import { groups } from './group.ts'
import { deviceListFilter } from './life.ts'

const many = <const S extends z.core.$ZodShape>(verb: string, permission: string, body: () => S) =>
  acting(
    devices.page,
    put(`${devicesPath}/batch/${verb}`, permission, () => ({
      body: batchBodyWith(deviceListFilter(), body()),
      reply: batchReply(),
    })),
  )

/** It takes back what was done before: the action log says so. */
const back = once(() => ({ takesBack: z._default(z.boolean(), false) }))
const ofGroup = once(() => ({ groupId: f.id(), ...back() }))
const ofLabel = once(() => ({ classificationId: f.id() }))
const taking = once(() => ({ ...ofLabel(), ...back() }))
const giving = once(() => ({
  ...ofLabel(),
  /** Whoever has another exclusive one of its dimension keeps that, and is not counted. */
  keepsOthers: z._default(z.boolean(), false),
}))

/** What chosen terminals belong to. Those that it is so of already are changed by nothing, and not counted. */
export const deviceSets = {
  /** Into a static group; those that may not be in it are named. */
  join: many('group/join', groups.addMembers.permission, ofGroup),
  leave: many('group/leave', groups.removeMembers.permission, ofGroup),
  /** A label that is given by hand; an exclusive one takes the place of another of its dimension, unless told otherwise. */
  label: many('label/give', classifications.bind.permission, giving),
  unlabel: many('label/take', classifications.bind.permission, taking),
}
