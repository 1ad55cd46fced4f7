import * as z from 'zod/mini'
import { type CallGroup, del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { longestFilterText } from '../device/filter.ts'

/** How a list's columns stand: what is not named keeps its place and its width. */
export const listLook = once(() =>
  z.object({
    /** Columns in the order they stand in. */
    order: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)), []),
    hidden: z._default(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)), []),
    /** Of the columns that a list shows only to who asks for them: those. */
    shown: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))),
    /** Pixels. */
    widths: z._default(
      z.record(z.string().check(z.maxLength(64)), z.int().check(z.minimum(40), z.maximum(1200))),
      {},
    ),
    density: z._default(z.enum(['compact', 'normal', 'comfortable']), 'normal'),
  }),
)
export type ListLook = z.output<ReturnType<typeof listLook>>

/** What a list shows: its filters, keyword, order and page size, and how its columns stand. */
export const listState = once(() =>
  z.object({
    filter: z._default(
      // The longest is the JSON of a tree of conditions.
      z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(longestFilterText))),
      {},
    ),
    keyword: z._default(z.string().check(z.maxLength(128)), ''),
    sort: z._default(
      z.nullable(
        z.object({ field: z.string().check(z.maxLength(64)), order: z.enum(['asc', 'desc']) }),
      ),
      null,
    ),
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    look: listLook(),
  }),
)
export type ListViewState = z.output<ReturnType<typeof listState>>

/** The path of a list's page call, by which its views are known: `/admin/vendor/v1/vendor/page`. */
const list = once(() => z.string().check(z.maxLength(128), z.regex(/^\/admin\/[\w/{}-]+$/)))

const view = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    state: listState(),
    version: z.int(),
    /** Only his own may anybody change; others' can be copied. */
    isOwn: z.boolean(),
    owner: z.string(),
    /** Whose holders see it, too; told to its owner only. */
    roles: z.array(z.object({ id: f.id(), name: z.string() })),
  }),
)
export type ListView = z.output<ReturnType<typeof view>>

const written = once(() => ({
  name: f.title(),
  state: listState(),
  /** Roles whose holders shall see it: needs VIEW_SHARE. */
  roleIds: z._default(z.array(f.id()).check(z.maxLength(50)), []),
}))
const base = '/admin/user/v1/view'
const done = once(() => ({ reply: z.object({ count: z.int() }) }) as const)

/** Saved views of lists: one's own, and those that are shared with one's roles. */
export const listViews = {
  list: get(`${base}/list`, 'signedIn', () => ({
    query: z.strictObject({ list: list() }),
    reply: z.object({
      views: z.array(view()),
      /** The view that the list opens with. */
      defaultId: z.nullable(f.id()),
      /** The list as the caller has left it; null: as it is shipped. */
      look: z.nullable(listLook()),
    }),
  })),
  add: post(`${base}/add`, 'signedIn', () => ({
    body: z.strictObject({ ...written(), list: list() }),
    reply: view(),
  })),
  update: put(`${base}/update`, 'signedIn', () => ({
    body: z.strictObject({ ...written(), id: f.id(), version: z.int() }),
    reply: view(),
  })),
  remove: del(`${base}/delete/{id}`, 'signedIn', () => ({
    params: z.strictObject({ id: f.id() }),
    ...done(),
  })),
  /** Opens the list with a view; null: as it is shipped. */
  setDefault: put(`${base}/default`, 'signedIn', () => ({
    body: z.strictObject({ list: list(), id: z.nullable(f.id()) }),
    ...done(),
  })),
  /** Keeps how the caller has arranged the columns; null: as they are shipped. */
  setLook: put(`${base}/look`, 'signedIn', () => ({
    body: z.strictObject({ list: list(), look: z.nullable(listLook()) }),
    ...done(),
  })),
} as const satisfies CallGroup

/** Roles that views can be shared with: those that the caller may give, and his own. */
export const viewSharing = {
  roles: get(`${base}/roles`, 'VIEW_SHARE', () => ({
    reply: z.array(z.object({ id: f.id(), name: z.string() })),
  })),
} as const satisfies CallGroup
