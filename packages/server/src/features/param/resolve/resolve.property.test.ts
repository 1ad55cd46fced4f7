import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Estate, addDevices, addEstate } from '../../../../test/testEstate.ts'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addArea } from '../../../../test/stationBody.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from './follow.ts'
import { type Layer, nearestFirst, type Placed, resolve } from './resolve.rules.ts'
import { dictionaryOwner, hashOf, readSet } from './sets.queries.ts'

// What holds for a terminal: the statement, the pure function and a naive model say the same.

let app: TestApp
let estate: Estate
let areaId: string
beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  areaId = await addArea(app)
  await sql`insert into param_rev (rev, at, cause) values (1, now(), 'TEST')`.execute(
    app.platform.db,
  )
  await sql`insert into param_value (owner_id, pid, value, from_rev) values
    (${dictionaryOwner}, 'c', 'dictionary', 1), (${dictionaryOwner}, 'a', 'farther', 1)`.execute(
    app.platform.db,
  )
})
afterAll(() => app.close())

const pids = ['a', 'b', 'c', 'd']

/** Places of a small estate: organisations in a tree, stations, groups, terminals. */
const trees = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
  stations: fc.array(fc.nat(), { maxLength: 4 }),
  groups: fc.array(fc.nat(), { maxLength: 4 }),
  devices: fc.array(
    fc.record({
      org: fc.nat(),
      station: fc.option(fc.nat()),
      groups: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { minLength: 10, maxLength: 10 },
  ),
})
const sayings = fc.array(
  fc.record({
    level: fc.constantFrom('ORG', 'STATION', 'GROUP', 'DEVICE'),
    at: fc.nat(),
    priority: fc.nat(2),
    state: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'REVOKED'),
    values: fc.dictionary(fc.constantFrom(...pids, 'unknown'), fc.constantFrom('1', '2', '3', ''), {
      maxKeys: 3,
    }),
  }),
  { maxLength: 12 },
)
type Saying = typeof sayings extends fc.Arbitrary<(infer S)[]> ? S : never
type Tree = typeof trees extends fc.Arbitrary<infer T> ? T : never

interface Org {
  readonly id: string
  readonly depth: number
  readonly above: readonly string[]
}

/** Something that an organisation has. */
interface Owned {
  readonly id: string
  readonly org: Org
}

interface Device extends Owned {
  readonly station: string | null
  readonly groups: readonly string[]
}

let serial = 0
const fresh = (letter: string): string => {
  serial += 1
  return `${letter}${serial}`
}

async function idOf(insert: RawBuilder<{ id: string }>): Promise<string> {
  const { rows } = await insert.execute(app.platform.db)
  const [made] = rows
  if (!made) throw new Error('nothing was inserted')
  return made.id
}

/** One of a list that has some. */
function oneOf<T>(list: readonly T[], at: number): T {
  const one = list[at % Math.max(1, list.length)]
  if (one === undefined) throw new Error('the list is empty')
  return one
}

const found = <T>(list: readonly T[], at: number): T | undefined =>
  list[at % Math.max(1, list.length)]

async function build(tree: Tree) {
  const orgs: Org[] = [{ id: app.rootId, depth: 1, above: [app.rootId] }]
  for (const parent of tree.parents) {
    const over = oneOf(orgs, parent)
    const name = fresh('o')
    const id = await idOf(sql`insert into organization (name, code, parent_id, type)
      values (${name}, ${name}, ${over.id}, (select type from organization where id = ${app.rootId}))
      returning id`)
    orgs.push({ id, depth: over.depth + 1, above: [...over.above, id] })
  }
  const stations = await addEach(tree.stations, orgs, (org) => {
    const name = fresh('s')
    return sql`insert into station (name, code, org_id, type, area_id, address, contact, phone)
      values (${name}, ${name}, ${org.id}, 'SHOP', ${areaId}, 'a', 'b', '1') returning id`
  })
  const groups = await addEach(
    tree.groups,
    orgs,
    (org) => sql`insert into device_group (name, org_id, type, max_members)
      values (${fresh('g')}, ${org.id}, 'STATIC', 100) returning id`,
  )
  const devices: Device[] = []
  for (const device of tree.devices)
    devices.push(await addMember(device, { orgs, stations, groups }))
  return { orgs, stations, groups, devices }
}

type Built = Awaited<ReturnType<typeof build>>

async function addEach(
  places: readonly number[],
  orgs: readonly Org[],
  insertIn: (org: Org) => RawBuilder<{ id: string }>,
): Promise<Owned[]> {
  const made: Owned[] = []
  for (const at of places) {
    const org = oneOf(orgs, at)
    made.push({ id: await idOf(insertIn(org)), org })
  }
  return made
}

/** A terminal with its station, and in those of the groups that its organisation, or one above it, has. */
async function addMember(
  device: Tree['devices'][number],
  { orgs, stations, groups }: Omit<Built, 'devices'>,
): Promise<Device> {
  const { db } = app.platform
  const org = oneOf(orgs, device.org)
  const [id = ''] = await addDevices(app, estate, { orgId: org.id, prefix: fresh('P'), count: 1 })
  const station = device.station === null ? undefined : found(stations, device.station)
  const mine = [...new Set(device.groups.map((at) => found(groups, at)))].flatMap((one) =>
    one && org.above.includes(one.org.id) ? [one.id] : [],
  )
  if (station) await sql`update device set station_id = ${station.id} where id = ${id}`.execute(db)
  for (const group of mine)
    await sql`insert into device_group_member (group_id, device_id) values (${group}, ${id})`.execute(
      db,
    )
  return {
    id,
    org,
    station: station && org.above.includes(station.org.id) ? station.id : null,
    groups: mine,
  }
}

interface Said extends Placed {
  readonly target: string
  readonly state: string
  readonly values: Readonly<Record<string, string>>
}

const columns = {
  ORG: null,
  STATION: 'station_id',
  GROUP: 'group_id',
  DEVICE: 'device_id',
} as const

interface Template {
  readonly appId: string
  readonly revId: string
}

/** Writes what is said of one application; of one place only the first. */
async function say(
  { orgs, stations, groups, devices }: Built,
  template: Template,
  all: readonly Saying[],
): Promise<Said[]> {
  const lists: Readonly<Record<Saying['level'], readonly Owned[]>> = {
    ORG: orgs.map((org) => ({ id: org.id, org })),
    STATION: stations,
    GROUP: groups,
    DEVICE: devices,
  }
  const said: Said[] = []
  for (const one of all) {
    const target = found(lists[one.level], one.at)
    if (!target || said.some((other) => other.target === target.id)) continue
    const { level, priority, state, values } = one
    const id = await assign(one, target, template)
    said.push({ id, level, priority, state, values, depth: target.org.depth, target: target.id })
  }
  return said
}

async function assign(
  { level, priority, state, values }: Saying,
  { id: targetId, org }: Owned,
  { appId, revId }: Template,
): Promise<string> {
  const column = columns[level]
  const named = column ? sql`, ${sql.ref(column)}` : sql``
  const value = column ? sql`, ${targetId}::uuid` : sql``
  const id = await idOf(sql`insert into param_assignment
      (name, level, org_id, app_id, template_rev_id, active_template_rev_id, priority, state, revision${named})
    values ('x', ${level}, ${org.id}, ${appId}, ${revId}, ${revId}, ${priority}, ${state}, ${state === 'ACTIVE' ? 1 : null}${value})
    returning id`)
  for (const [pid, text] of Object.entries(values))
    await sql`insert into param_value (owner_id, pid, value, from_rev) values (${id}, ${pid}, ${text}, 1)`.execute(
      app.platform.db,
    )
  return id
}

/** What each parameter is, asked place by place, without any of the product's code. */
function naive(device: Device, said: readonly Said[], pid: string): string | undefined {
  const active = said.filter(({ state }) => state === 'ACTIVE')
  const at = (target: string) => active.find((one) => one.target === target)
  const groups = active
    .filter(({ level, target }) => level === 'GROUP' && device.groups.includes(target))
    .toSorted((a, b) => b.priority - a.priority || b.depth - a.depth || (a.id < b.id ? 1 : -1))
  const walk = [
    at(device.id),
    ...groups,
    device.station ? at(device.station) : undefined,
    ...device.org.above.toReversed().map(at),
  ]
  for (const one of walk) if (one && pid in one.values) return one.values[pid]
  return { a: 'template', b: undefined, c: 'dictionary', d: undefined }[pid]
}

function modelOf(device: Device, said: readonly Said[]): Record<string, string> {
  const entries = pids.flatMap((pid) => {
    const value = naive(device, said, pid)
    return value === undefined ? [] : [[pid, value] as const]
  })
  return Object.fromEntries(entries)
}

/** The same by the pure function. */
function pureOf(speaking: readonly Said[]): Record<string, string> {
  const layers: Layer<string>[] = nearestFirst(speaking).map((one) => ({
    source: one.level,
    ownerId: one.id,
    values: new Map(Object.entries(one.values)),
  }))
  const defaults = { c: 'dictionary', a: 'farther' }
  layers.push(
    { source: 'TEMPLATE', ownerId: 't', values: new Map([['a', 'template']]) },
    { source: 'DICTIONARY', ownerId: 'd', values: new Map(Object.entries(defaults)) },
  )
  const resolved = [...resolve(pids, layers)].map(([pid, { value }]) => [pid, value] as const)
  return Object.fromEntries(resolved)
}

interface Outcome {
  readonly values: Record<string, string>
  readonly hash: Buffer
}

/** What the statement has found, by terminal and application. */
async function heldBy(ids: readonly string[]) {
  const { db, secrets } = app.platform
  await sql`insert into param_due (device_id) select unnest(${[...ids]}::uuid[])`.execute(db)
  await followParams(app.platform)
  const held = await db
    .selectFrom('paramDesired')
    .select(['deviceId', 'appId', 'setId', 'hash'])
    .where('deviceId', 'in', [...ids])
    .where('until', 'is', null)
    .execute()
  return async (deviceId: string, appId: string): Promise<Outcome | null> => {
    const here = held.find((one) => one.deviceId === deviceId && one.appId === appId)
    if (!here) return null
    const written = await readSet({ db, secrets }, here.setId)
    const values = Object.fromEntries(written.map(({ pid, text }) => [pid, text]))
    return { values, hash: here.hash }
  }
}

const speakingTo = (device: Device, said: readonly Said[]): Said[] => {
  const places = [device.id, device.station, ...device.groups, ...device.org.above]
  return said.filter(({ state, target }) => state === 'ACTIVE' && places.includes(target))
}

it('is the same by the statement, the pure function and a naive model', async () => {
  let compared = 0
  const judge = async (tree: Tree, apps: readonly Saying[][]) => {
    const built = await build(tree)
    const rounds: { appId: string; said: Said[] }[] = []
    for (const all of apps) {
      const template = await addParamTemplate(app, { pids, defaults: { a: 'template' } })
      rounds.push({ appId: template.appId, said: await say(built, template, all) })
    }
    const held = await heldBy(built.devices.map(({ id }) => id))
    for (const { appId, said } of rounds)
      for (const device of built.devices) {
        const speaking = speakingTo(device, said)
        const model = modelOf(device, said)
        const isHeld = speaking.length > 0
        compared += 1
        expect(await held(device.id, appId)).toEqual(
          isHeld ? { values: model, hash: hashOf(model) } : null,
        )
        // Where nobody speaks, the usual values are what it comes to all the same.
        expect(pureOf(speaking)).toEqual(model)
      }
  }
  const apps = fc.array(sayings, { minLength: 10, maxLength: 10 })
  await fc.assert(fc.asyncProperty(trees, apps, judge), { numRuns: 10 })
  expect(compared).toBeGreaterThanOrEqual(1000)
})
