import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { filterTree } from './filter.ts'
import { mostNamedMembers } from './group.ts'

/** What a label speaks of. */
export const classificationDimensions = ['OWNERSHIP', 'TIER', 'RING', 'USE'] as const

const fields = once(() =>
  z.object({
    name: f.name(),
    code: f.code(),
    dimension: z.enum(classificationDimensions),
    /** `#RRGGBB`. */
    colour: z.string().check(z.trim(), z.regex(/^#[0-9A-Fa-f]{6}$/)),
    /** Whether a terminal has at most one label of this dimension. */
    exclusive: z._default(z.boolean(), false),
    /** Who has it by itself; null: it is given by hand. */
    rule: f.optional(filterTree()),
    /** Of two exclusive labels by rule the one with the higher priority stays. */
    priority: z._default(z.int().check(z.minimum(0), z.maximum(9999)), 0),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    dimension: z.optional(z.enum(classificationDimensions)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

/** The path that the calls of labels share. */
export const classificationsPath = '/admin/device/v1/classify'

const named = once(() =>
  z.strictObject({
    classificationId: f.id(),
    sns: z.array(f.serialNumber()).check(z.minLength(1), z.maxLength(mostNamedMembers)),
    /** Whether the label is given or taken away. */
    bound: z._default(z.boolean(), true),
  }),
)

const life = recyclable(classificationsPath, 'DEVICE_CLASSIFICATION', {
  fields,
  filter,
  shown: () => ({ devices: z.int() }),
})

/** Business labels of terminals, by hand or by rule. */
export const classifications = {
  ...life,
  /** Those of a picker, where it says so without those that a rule gives. */
  list: get(life.list.path, life.list.permission, () => ({
    query: z.extend(life.list.schemas.query, { byHand: z.optional(z.literal('1')) }),
    reply: z.array(
      z.object({
        id: f.id(),
        name: z.string(),
        code: z.nullable(z.string()),
        /** In the caller's language: of which dimension a terminal has no other beside it. Null: it stands beside others. */
        note: z.nullable(z.string()),
      }),
    ),
  })),
  /** Gives it to terminals, or takes it away. */
  bind: post(`${classificationsPath}/bind`, 'CLASSIFY_BIND', () => ({
    body: named(),
    reply: z.object({ count: z.int(), unknown: z.array(z.string()) }),
  })),
  rebuild: post(`${classificationsPath}/rebuild/{id}`, 'CLASSIFY_BIND', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: batchReply(),
  })),
}
export type Classification = RowOf<typeof classifications>
