import { codes, type MenuFile, menus, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { anyContains, contains, equals, pageRows } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { bringIn } from './bringIn.ts'
import { changeMenu } from './changeMenu.ts'
import { hasScreen } from './hasScreen.ts'
import {
  findItem,
  lockItems,
  newIds,
  readItems,
  readRoles,
  readTree,
  shown,
  tellOf,
} from './menu.queries.ts'
import { type Item, plain } from './menu.rules.ts'
import { copiesOf } from './menuCopy.rules.ts'
import { fileOf } from './menuFile.rules.ts'
import { menuFor } from './menuTree.queries.ts'

const sortable = new Set(['menuName', 'menuType', 'frontPath', 'frontName', 'btnCode', 'sort'])
const searched = ['menuName', 'frontName', 'frontPath', 'btnCode']

export const menuRoutes = serve(menus, everyone, {
  page: async ({ query }, ctx) => {
    const { menuName, menuType, status, keyword } = query
    const conditions = [
      ...(menuName ? [contains('menuName', menuName)] : []),
      ...(menuType ? [equals('menuType', menuType)] : []),
      ...(status ? [equals('status', status)] : []),
      ...(keyword?.trim() ? [anyContains(searched, keyword.trim())] : []),
    ]
    const source = { view: 'menuRow', conditions, sortable, order: ['sort'] }
    const page = await pageRows<Awaited<ReturnType<typeof findItem>>>(ctx, source, query)
    return { ...page, list: page.list.map(shown) }
  },
  tree: (_, ctx) => readTree(ctx),
  detail: ({ params }, ctx) => findItem(ctx, params.id),
  add: ({ body }, ctx) => add(ctx, body),
  update: ({ body }, ctx) => update(ctx, body),
  setStatus: ({ params }, ctx) => setStatus(ctx, params.id, params.status === '1' ? 1 : 0),
  remove: ({ params }, ctx) => remove(ctx, [params.id]),
  removeMany: ({ body }, ctx) => remove(ctx, body.ids),
  copy: ({ params }, ctx) => copy(ctx, params.id),
  sort: ({ body }, ctx) => sort(ctx, body),
  takeOut: async ({ query }, ctx): Promise<MenuFile> => {
    const items = await readItems(ctx)
    if (query.id !== undefined) itemOf(items, query.id)
    return fileOf(items, { roles: await readRoles(ctx), id: query.id })
  },
  bringIn: ({ body }, ctx) => bringIn(ctx, body),
  preview: ({ params }, ctx) => preview(ctx, params.roleId),
})

function itemOf(items: readonly Item[], id: string): Item {
  const item = items.find((one) => one.id === id)
  if (!item) throw notFound()
  return item
}

/** The place behind the last child of an item. */
const lastPlace = (items: readonly Item[], parentId: string | null) =>
  Math.min(
    9999,
    1 + Math.max(-1, ...items.filter((one) => one.parentId === parentId).map((one) => one.sort)),
  )

async function add(ctx: Context, body: ParsedOf<typeof menus.add>['body']) {
  const makeId = await newIds(ctx, 1)
  const id = makeId()
  await changeMenu(ctx, (items) => {
    const sort = body.sort ?? lastPlace(items, body.parentId)
    const made = {
      ...body,
      id,
      sort,
      status: 1,
      version: 1,
      isShipped: false,
    } as const
    return [...items, plain(made)]
  })
  return findItem(ctx, id)
}

async function update(ctx: Context, body: ParsedOf<typeof menus.update>['body']) {
  const { id, version, ...written } = body
  const editor = (await findItem(ctx, id)).updatedBy
  await changeMenu(ctx, (items) => {
    const before = itemOf(items, id)
    if (before.version !== version) throw conflict(ctx, editor, before.version)
    const isMoved = before.parentId !== written.parentId
    const sort = written.sort ?? (isMoved ? lastPlace(items, written.parentId) : before.sort)
    const after = plain({ ...before, ...written, sort })
    return items.map((item) => (item.id === id ? after : item))
  })
  return findItem(ctx, id)
}

function conflict(ctx: Context, editor: string | null, version: number): Refusal {
  const name = editor ?? translate(ctx.language, 'someone')
  return new Refusal(codes.versionConflict, 'refusal.versionConflict', {
    params: { name },
    data: { version },
  })
}

async function setStatus(ctx: Context, id: string, status: 0 | 1) {
  await changeMenu(ctx, (items) => {
    const before = itemOf(items, id)
    return before.status === status
      ? items
      : items.map((item) => (item.id === id ? { ...item, status } : item))
  })
  return { count: 1 }
}

/** For good. What roles hold of it goes with it. */
async function remove(ctx: Context, ids: readonly string[]) {
  const items = await lockItems(ctx)
  const gone = [...new Set(ids)].map((id) => itemOf(items, id))
  const inside = new Set(gone.map(({ id }) => id))
  const shipped = gone.find(({ isShipped }) => isShipped)
  if (shipped) throw kept('menus.isShipped', ctx, shipped)
  const child = items.find(({ id, parentId }) => inside.has(parentId ?? '') && !inside.has(id))
  if (child) throw kept('menus.hasBelow', ctx, child)
  await sql`delete from menu where id = any(${[...inside]}::uuid[])`.execute(ctx.db)
  ctx.note({ targetIds: [...inside], before: gone })
  tellOf(ctx, [...inside])
  return { count: inside.size }
}

const kept = (key: 'menus.isShipped' | 'menus.hasBelow', { language }: Context, item: Item) =>
  new Refusal(codes.warning, key, {
    params: { name: translate(language, item.names[language] ?? item.menuName) },
  })

async function copy(ctx: Context, id: string) {
  const makeId = await newIds(ctx, (await readItems(ctx)).length + 1)
  const touched = await changeMenu(ctx, (items) => {
    const { parentId } = itemOf(items, id)
    const [top, ...others] = copiesOf(items, id, { hasScreen, makeId })
    if (!top) throw new Refusal(codes.warning, 'menus.nothingToCopy')
    return [...items, { ...top, sort: lastPlace(items, parentId) }, ...others]
  })
  const top = touched.find((item) => !touched.some(({ id: other }) => other === item.parentId))
  return { id: top?.id ?? id }
}

/** Exactly the children that the caller saw, and those that he moves here. */
async function sort(
  ctx: Context,
  { parentId, items: wanted }: ParsedOf<typeof menus.sort>['body'],
) {
  const places = new Map(wanted.map(({ id }, place) => [id, place]))
  await changeMenu(ctx, (items) => {
    const isOld = wanted.some(({ id, version }) => itemOf(items, id).version !== version)
    const isPart = items.some((item) => item.parentId === parentId && !places.has(item.id))
    if (isOld || isPart || places.size < wanted.length)
      throw new Refusal(codes.versionConflict, 'menus.sortConflict')
    return items.map((item) => {
      const place = places.get(item.id)
      const stays = place === undefined || (item.sort === place && item.parentId === parentId)
      return stays ? item : { ...item, parentId, sort: place }
    })
  })
  return { count: wanted.length }
}

/** By the same query that holders read their own menu with. */
async function preview(ctx: Context, roleId: string) {
  const { rows } = await sql`select from role where id = ${roleId} and deleted_at is null
    and (is_system or ${organizationsBy('orgId').rows(ctx.principal)})`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
  return menuFor(ctx.db, { roleIds: [roleId], isSuperAdmin: false, language: ctx.language })
}
