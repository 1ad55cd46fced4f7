import { createHash } from 'node:crypto'
import { canonicalParams } from '@muster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addEstate, type Estate } from '../../../../test/testEstate.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { followParams } from '../resolve/follow.ts'
import { readMerged } from './documentSets.ts'

// What terminals get of documents: the statements over all of them at once and a naive model say the same.

let app: TestApp
let estate: Estate
beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  await sql`insert into param_rev (rev, at, cause) values (1, now(), 'TEST')`.execute(
    app.platform.db,
  )
})
afterAll(() => app.close())

const member = fc.constantFrom('a', 'b', 'constructor')
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, 1, 'x', true, [1, null]),
    fc.dictionary(member, tie('value'), { maxKeys: 3 }),
  ),
}))
const trees = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  groups: fc.array(fc.nat(), { maxLength: 3 }),
  devices: fc.array(
    fc.record({ org: fc.nat(), model: fc.nat(1), groups: fc.array(fc.nat(), { maxLength: 3 }) }),
    { minLength: 8, maxLength: 8 },
  ),
  documents: fc.array(
    fc.record({
      level: fc.constantFrom('ORG', 'MODEL', 'GROUP', 'DEVICE'),
      code: fc.constantFrom('one', 'two'),
      at: fc.nat(),
      model: fc.nat(1),
      priority: fc.nat(2),
      replaces: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
      state: fc.constantFrom('ON', 'ON', 'ON', 'OFF', 'DRAFT'),
      content: fc.dictionary(member, value, { maxKeys: 3 }),
    }),
    { maxLength: 14 },
  ),
})
type Tree = typeof trees extends fc.Arbitrary<infer T> ? T : never

interface Org {
  readonly id: string
  readonly above: readonly string[]
}

let serial = 0
const fresh = (letter: string): string => {
  serial += 1
  return `${letter}${serial}`
}

async function idOf(query: ReturnType<typeof sql<{ id: string }>>): Promise<string> {
  const { rows } = await query.execute(app.platform.db)
  const [made] = rows
  if (!made) throw new Error('nothing was inserted')
  return made.id
}

function oneOf<T>(list: readonly T[], at: number): T {
  const one = list[at % Math.max(1, list.length)]
  if (one === undefined) throw new Error('the list is empty')
  return one
}

async function build(tree: Tree) {
  const orgs: Org[] = [{ id: app.rootId, above: [app.rootId] }]
  for (const parent of tree.parents) {
    const over = oneOf(orgs, parent)
    const name = fresh('o')
    const id = await idOf(sql`insert into organization (name, code, parent_id, type)
      values (${name}, ${name}, ${over.id}, (select type from organization where id = ${app.rootId})) returning id`)
    orgs.push({ id, above: [...over.above, id] })
  }
  const models: string[] = []
  for (const _ of [0, 1])
    models.push(
      await idOf(sql`insert into model (name, code, vendor_id, category_id, os_type)
        values (${fresh('m')}, ${fresh('m')}, ${estate.vendorId}, ${estate.categoryId}, 'ANDROID') returning id`),
    )
  const groups: { id: string; org: Org }[] = []
  for (const at of tree.groups) {
    const org = oneOf(orgs, at)
    const id = await idOf(sql`insert into device_group (name, org_id, type, max_members)
      values (${fresh('g')}, ${org.id}, 'STATIC', 100) returning id`)
    groups.push({ id, org })
  }
  const devices = []
  for (const { org: at, model, groups: of } of tree.devices) {
    const [org, modelId] = [oneOf(orgs, at), oneOf(models, model)]
    const id = await idOf(sql`insert into device (sn, org_id, vendor_id, model_id, lifecycle)
      values (${fresh('SN-')}, ${org.id}, ${estate.vendorId}, ${modelId}, 'ACTIVE') returning id`)
    const mine = groups.length === 0 ? [] : [...new Set(of.map((nth) => oneOf(groups, nth).id))]
    for (const group of mine)
      await sql`insert into device_group_member (group_id, device_id) values (${group}, ${id})`.execute(
        app.platform.db,
      )
    devices.push({ id, org, modelId, groups: mine })
  }
  return { orgs, models, groups, devices }
}

type Built = Awaited<ReturnType<typeof build>>

interface Told {
  readonly id: string
  readonly of: Tree['documents'][number]
  readonly orgId: string
  readonly target: string
}

/** One of a code at each target: further ones are left out. */
async function tell(tree: Tree, built: Built): Promise<Told[]> {
  const told: Told[] = []
  for (const of of tree.documents) {
    const place = placeOf(of, built)
    if (!place) continue
    const isTaken = told.some(
      (one) => one.orgId === place.orgId && one.target === place.target && one.of.code === of.code,
    )
    if (isTaken) continue
    const [text, mode] = [JSON.stringify(of.content), of.replaces ? 'REPLACE' : 'MERGE']
    const id =
      await idOf(sql`insert into json_document (name, code, kind, level, org_id, model_id, group_id, device_id,
        priority, merge_mode, state, revision, document, status)
      values ('x', ${of.code}, 'OTHER', ${of.level}, ${place.orgId}, ${of.level === 'MODEL' ? place.target : null},
        ${of.level === 'GROUP' ? place.target : null}, ${of.level === 'DEVICE' ? place.target : null}, ${of.priority},
        ${mode}, 'DRAFT', ${of.state === 'DRAFT' ? null : 1}, '{"draft":true}', ${of.state === 'OFF' ? 0 : 1}) returning id`)
    await sql`insert into json_document_rev (document_id, revision, document, merge_mode, encrypt, size, state, device_count, principal)
      values (${id}, 1, ${text}, ${mode}, false, 2, 'PUBLISHED', 0, '{}')`.execute(app.platform.db)
    told.push({ id, of, ...place })
  }
  return told
}

function placeOf({ level, at, model }: Tree['documents'][number], built: Built) {
  const { orgs, models, groups, devices } = built
  const org = oneOf(orgs, at)
  if (level === 'ORG') return { orgId: org.id, target: org.id }
  if (level === 'MODEL') return { orgId: org.id, target: oneOf(models, model) }
  if (level === 'DEVICE') {
    const device = oneOf(devices, at)
    return { orgId: device.org.id, target: device.id }
  }
  if (groups.length === 0) return null
  const group = oneOf(groups, at)
  return { orgId: group.org.id, target: group.id }
}

const isObject = (one: unknown): one is Record<string, unknown> =>
  typeof one === 'object' && one !== null && !Array.isArray(one)

/** RFC 7396. */
function patched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const members = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) members.delete(name)
    else members.set(name, patched(members.get(name), one))
  }
  return Object.fromEntries(members)
}

const ranks = { ORG: 0, MODEL: 1, GROUP: 2, DEVICE: 3 } as const

/** Walks from far to near, one document after the other; undefined: there is none. */
function naive(device: Built['devices'][number], told: readonly Told[], code: string): unknown {
  const mine = told.filter(({ of, orgId, target }) => {
    if (of.code !== code || of.state !== 'ON' || !device.org.above.includes(orgId)) return false
    if (of.level === 'ORG') return true
    if (of.level === 'MODEL') return target === device.modelId
    return of.level === 'GROUP' ? device.groups.includes(target) : target === device.id
  })
  const depth = ({ orgId }: Told) => device.org.above.indexOf(orgId)
  const inOrder = mine.toSorted(
    (one, other) =>
      ranks[one.of.level] - ranks[other.of.level] ||
      (one.of.level === 'GROUP' ? one.of.priority - other.of.priority : 0) ||
      depth(one) - depth(other) ||
      (one.id < other.id ? -1 : 1),
  )
  return inOrder.reduce<unknown>(
    (below, { of }) =>
      below === undefined || of.replaces ? of.content : patched(below, of.content),
    undefined,
  )
}

async function heldBy(deviceId: string, code: string): Promise<unknown> {
  const { rows } = await sql<{
    ids: number[]
    hash: string
  }>`select to_jsonb(own.document_ids) as ids, encode(held.hash, 'hex') as hash
    from param_desired held join param_set own on own.id = held.set_id join json_code on json_code.id = held.app_id
    where held.device_id = ${deviceId} and held.until is null and json_code.code = ${code}`.execute(
    app.platform.db,
  )
  const [row] = rows
  if (!row) return undefined
  const { text } = await readMerged({ db: app.platform.db, secrets: app.platform.secrets }, row.ids)
  expect(row.hash).toBe(
    createHash('sha256')
      .update(canonicalParams({ [code]: text }))
      .digest('hex'),
  )
  const merged: unknown = JSON.parse(text)
  return merged
}

it('is the same as the naive model makes, on random estates', async () => {
  await sql`insert into json_code (code) values ('one'), ('two')`.execute(app.platform.db)
  await fc.assert(
    fc.asyncProperty(trees, async (tree) => {
      await sql`delete from json_document`.execute(app.platform.db)
      const built = await build(tree)
      const told = await tell(tree, built)
      await sql`insert into param_due (device_id) select unnest(${built.devices.map(({ id }) => id)}::uuid[])`.execute(
        app.platform.db,
      )
      await followParams(app.platform)
      for (const device of built.devices)
        for (const code of ['one', 'two'])
          expect(await heldBy(device.id, code)).toEqual(naive(device, told, code))
    }),
    { numRuns: 60 },
  )
}, 300_000)
