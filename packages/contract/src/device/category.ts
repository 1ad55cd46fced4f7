import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { placeBefore } from '../core/placeBefore.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'
import { featureIds, namedFeature } from './feature.ts'

export const osKinds = ['ANDROID', 'LINUX', 'RTOS'] as const

/**
 * By what terminals of a kind speak to the platform: its own agent, a client of hawkBit's Direct
 * Device Integration, or nothing: accessories that others report.
 */
export const agentKinds = ['MUSTER', 'DDI', 'NONE'] as const

/** How deep the tree of categories may be, a root counted as 1. */
export const categoryDepth = 3

const fields = once(() =>
  z.object({
    parentId: f.optional(f.id()),
    name: f.name(),
    code: f.code(),
    icon: f.optional(imageName()),
    osKind: z.enum(osKinds),
    agentKind: z._default(z.enum(agentKinds), 'MUSTER'),
    /** Minutes without contact before a terminal of this kind counts as missing. */
    offlineAlarmMinutes: f.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
    /** What its models have that name none themselves. */
    featureIds: z._default(featureIds(), []),
    sort: f.sort(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    osKind: z.optional(z.enum(osKinds)),
    agentKind: z.optional(z.enum(agentKinds)),
    parentId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  parentName: z.nullable(z.string()),
  level: z.int(),
  modelCount: z.int(),
  deviceCount: z.int(),
  features: z.array(namedFeature()),
}))

/** The path that the calls of categories share. */
export const categoriesPath = '/admin/device/v1/category'

export interface CategoryNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly CategoryNode[]
}

const node = once(
  (): z.ZodMiniType<CategoryNode> =>
    z.object({
      id: f.id(),
      name: z.string(),
      code: z.string(),
      children: z.lazy(() => z.array(node())),
    }),
)

/** The tree of device types. */
export const categories = {
  ...recyclable(categoriesPath, 'CATEGORY', { fields, filter, shown }),
  tree: get(`${categoriesPath}/tree`, 'CATEGORY_LIST', () => ({ reply: z.array(node()) })),
  /** Puts a category before another one below the same parent, or behind all (null). */
  sort: put(`${categoriesPath}/sort`, 'CATEGORY_EDIT', placeBefore),
}
export type Category = RowOf<typeof categories>
