import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyone } from '../access/scope.ts'
import { addOrganization, startTestApp, type TestApp } from '../../test/testApp.ts'
import type { Context } from './context.ts'
import { treeOf } from './tree.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('shows no more than so many, the upper levels first', async () => {
  const add = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  const bank = await add('bank', app.rootId)
  await add('agent', bank)
  await add('zebra', app.rootId)
  const ctx = { db: app.platform.db } as unknown as Context
  const bin = { table: 'organization', scope: everyone } as const
  const first = sql`nlevel(path), name`
  const [root] = await treeOf(ctx, bin, { first, most: 3 })
  expect(root?.children).toMatchObject([
    { code: 'bank', children: [] },
    { code: 'zebra', children: [] },
  ])
  const [all] = await treeOf(ctx, bin, { first, most: 4 })
  expect(all?.children).toMatchObject([{ children: [{ code: 'agent' }] }, { children: [] }])
})
