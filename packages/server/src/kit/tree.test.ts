import { mostTreeNodes, type OrganizationNode, organizations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyone } from '../access/scope.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../test/testApp.ts'
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

it('tells one more than it shows where there are still others, which the list finds by a word', async () => {
  await app.platform.pool.query(
    `insert into organization (name, code, type, parent_id, path)
      select 'Branch ' || number, 'branch-' || number, 'AGENT', root.id, ''
      from generate_series(1, $1::integer) as number join organization root on root.parent_id is null`,
    [mostTreeNodes + 1],
  )
  const admin = await signedIn(app, { isSuperAdmin: true })
  const count = (nodes: readonly OrganizationNode[]): number =>
    nodes.reduce((sum, { children }) => sum + 1 + count(children), 0)
  const tree = await admin.get(organizations.tree, {})
  expect(count(tree)).toBe(mostTreeNodes + 1)
  expect(JSON.stringify(tree)).not.toContain('zebra')
  const found = await admin.get(organizations.list, { query: { keyword: 'zebra' } })
  expect(found.map(({ name }) => name)).toEqual(['zebra'])
})
