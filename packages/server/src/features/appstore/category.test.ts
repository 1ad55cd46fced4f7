import { appCategories, codes } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { addApp } from '../../../test/appEstate.ts'
import { csv, imported } from '../../../test/importing.ts'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import { addPicture } from '../../../test/pictures.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { addOrganization, signedIn, startTestApp } from '../../../test/testApp.ts'

lifecycleSpec(appCategories, {
  make: (n) => ({ name: `Games ${n}`, code: `GAMES-${n}`, names: { 'ar-IQ': 'ألعاب' } }),
  text: 'name',
  unique: 'code',
})

async function start() {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const admin = await signedIn(app, { isSuperAdmin: true })
  const add = (code: string, more: { parentId?: string; icon?: string } = {}) =>
    admin.get(appCategories.add, { body: { name: code, code, ...more } })
  return { app, admin, add }
}

it('is a tree of two levels', async () => {
  const { admin, add } = await start()
  const top = await add('PAYMENT')
  const below = await add('CARDS', { parentId: top.id })
  expect(below).toMatchObject({ level: 2, parentName: 'PAYMENT' })
  const body = { name: 'Third', code: 'THIRD', parentId: below.id }
  const { code, data } = await admin.call(appCategories.add, { body })
  expect([code, data]).toMatchObject([codes.badRequest, { fields: [{ field: 'parentId' }] }])
  expect(await admin.get(appCategories.tree, {})).toMatchObject([
    { code: 'PAYMENT', children: [{ code: 'CARDS', children: [] }] },
  ])
})

it('counts for each reader the applications that he may name', async () => {
  const { app, add } = await start()
  const { id } = await add('NAMED')
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  for (const [name, visibility] of [
    ['com.a', 'PRIVATE'],
    ['com.b', 'PUBLIC'],
  ] as const)
    await addApp(app, { orgId: app.rootId, package: name, visibility })
  await sql`update app set category_ids = array[${id}::uuid]`.execute(app.platform.db)
  const permissions = [appCategories.detail.permission]
  const reader = await signedIn(app, { orgId, permissions })
  expect(await reader.get(appCategories.detail, { params: { id } })).toMatchObject({ appCount: 1 })
  const head = await signedIn(app, { orgId: app.rootId, permissions })
  expect(await head.get(appCategories.detail, { params: { id } })).toMatchObject({ appCount: 2 })
})

it('puts a category before another one of its kind, unless somebody was faster', async () => {
  const { admin, add } = await start()
  const [a, , c] = [await add('AA'), await add('BB'), await add('CC')]
  const move = (version: number) =>
    admin.call(appCategories.sort, { body: { id: c.id, version, before: a.id } })
  expect((await move(c.version)).data).toEqual({ count: 3 })
  const { list } = await admin.get(appCategories.page, { query: {} })
  expect(list.map(({ code }) => code)).toEqual(['CC', 'AA', 'BB'])
  expect((await move(c.version)).code).toBe(codes.versionConflict)
})

it('takes an icon of at most 200 KB that is kept', async () => {
  const { app, admin, add } = await start()
  const icon = await addPicture(app, { width: 96, height: 96 })
  expect(await add('GOOD', { icon })).toMatchObject({ icon })
  const bad = { name: 'Bad', code: 'BAD', icon: `${'0'.repeat(64)}.png` }
  expect((await admin.call(appCategories.add, { body: bad })).code).toBe(codes.badRequest)
})

it('comes in from a sheet, parents by their code', async () => {
  const app = await startTaskApp()
  onTestFinished(() => app.close())
  const user = await signedIn(app, { isSuperAdmin: true })
  const rows = [
    ['PAY', 'Payment', ''],
    ['TIPS', 'Tips', 'PAY'],
  ]
  const content = csv(['Code', 'Name', 'Lies in'], ...rows)
  const { result } = await imported(user, appCategories.page, { content })
  expect(result).toMatchObject({ added: 2, refused: 0, ignored: [] })
})
