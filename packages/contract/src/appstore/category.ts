import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { placeBefore } from '../core/placeBefore.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'

/** How deep the tree of store categories may be, a root counted as 1. */
export const appCategoryDepth = 2

const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))

const fields = once(() =>
  z.object({
    parentId: f.optional(f.id()),
    /** What stands where a language has no name of its own. */
    name: f.name(),
    names: z._default(z.record(languageCode(), f.name()), {}),
    code: f.code(),
    icon: f.optional(imageName()),
    sort: f.sort(),
    /** Whether terminals show it in their store. */
    showInStore: z._default(z.boolean(), true),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    parentId: z.optional(f.id()),
    showInStore: z.optional(z.enum(['true', 'false'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

/** The path that the calls of store categories share. */
export const appCategoriesPath = '/admin/appstore/v1/classify'

export interface AppCategoryNode {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly children: readonly AppCategoryNode[]
}

const node = once(
  (): z.ZodMiniType<AppCategoryNode> =>
    z.object({
      id: f.id(),
      name: z.string(),
      code: z.string(),
      children: z.lazy(() => z.array(node())),
    }),
)

/** Under what applications stand in the store of the terminals. */
export const appCategories = {
  ...recyclable(appCategoriesPath, 'APPLICATION_CLASSIFY', {
    fields,
    filter,
    shown: () => ({
      parentName: z.nullable(z.string()),
      parentNames: z.record(z.string(), z.string()),
      level: z.int(),
      appCount: z.int(),
    }),
  }),
  tree: get(`${appCategoriesPath}/tree`, 'APPLICATION_CLASSIFY_LIST', () => ({
    reply: z.array(node()),
  })),
  /** Puts a category before another one below the same parent, or behind all (null). */
  sort: put(`${appCategoriesPath}/sort`, 'APPLICATION_CLASSIFY_EDIT', placeBefore),
}
export type AppCategory = RowOf<typeof appCategories>

/** Store categories as rows of a sheet. */
export const appCategorySheet = sheetOf(appCategories, {
  key: 'code',
  columns: {
    code: 'appCategory.code',
    name: 'appCategory.name',
    parentId: 'appCategory.parent',
    sort: 'appCategory.sort',
    remark: 'appCategory.remark',
  },
})
