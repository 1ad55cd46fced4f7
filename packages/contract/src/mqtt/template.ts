import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import type { RowOf } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { commandArguments, commandNames } from '../device/command.ts'
import { pushBody, pushOptions } from '../device/push.ts'

/** The path that the calls of task templates share. */
export const taskTemplatesPath = '/admin/mqtt/v1/template'

/** What a template keeps of a task: all but whom it is for and when. */
const body = once(
  () =>
    ({
      name: f.title(),
      want: commandArguments(),
      options: pushBody().options,
      ttlSeconds: pushBody().ttlSeconds,
    }) as const,
)

const row = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    orgName: z.string(),
    cmd: z.enum(commandNames),
    args: z.record(z.string(), z.unknown()),
    options: pushOptions(),
    ttlSeconds: z.nullable(z.int()),
    updatedAt: f.moment(),
    updatedBy: z.nullable(z.string()),
    version: z.int(),
  }),
)

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Tasks that are given again and again, kept by an organisation. */
export const taskTemplates = {
  page: get(`${taskTemplatesPath}/page`, 'MQTT_TEMPLATE_LIST', () => ({
    query: pageQuery(z.object({ cmd: z.optional(z.enum(commandNames)) })),
    reply: pageOf(row()),
  })),
  /** Of the organisation of who adds it; he needs what the command needs. */
  add: post(`${taskTemplatesPath}/add`, 'MQTT_TEMPLATE_ADD', () => ({
    body: z.strictObject(body()),
    reply: row(),
  })),
  update: put(`${taskTemplatesPath}/update`, 'MQTT_TEMPLATE_EDIT', () => ({
    body: z.strictObject({ ...body(), id: f.id(), version: z.int() }),
    reply: row(),
  })),
  /** For good: what was begun from it stays. */
  remove: del(`${taskTemplatesPath}/delete/{id}`, 'MQTT_TEMPLATE_DELETE', withId),
}
export type TaskTemplate = RowOf<typeof taskTemplates>
