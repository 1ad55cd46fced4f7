import { codes, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { keepValues } from '../param.worker.ts'
import { dueMoments, followMoments } from './force.ts'

let app: TestApp
let admin: TestUser
let deviceId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'MOM-', count: 1 })
})
afterAll(() => app.close())

const detail = (id: string) => admin.get(params.detail, { params: { id } })

/** An assignment that is to come into force later. */
async function scheduled(): Promise<string> {
  const { id, version } = await drafted()
  const wish = { version, count: 1 }
  await admin.get(params.activate, { params: { id }, body: wish })
  return id
}

/** The draft of one. */
async function drafted() {
  const { appId, revId: templateRevId } = await addParamTemplate(app, {
    pids: ['host'],
    secretPids: ['pin'],
  })
  const effectiveFrom = new Date(Date.now() + 3_600_000).toISOString()
  const body = { name: 'Later', level: 'DEVICE' as const, deviceId, appId, templateRevId }
  const { id, version } = await admin.get(params.add, { body: { ...body, effectiveFrom } })
  const draft = { version, values: { host: 'later' }, secrets: { pin: '1111' }, keptSecrets: [] }
  const saved = await admin.get(params.draft, { params: { id }, body: draft })
  return { id, version: saved.version }
}

/** Its moment has come. */
const come = (id: string) =>
  sql`update param_assignment_rev set starts_at = now() - interval '1 second' where assignment_id = ${id}`.execute(
    app.platform.db,
  )

/** How much the database is asked. */
async function questionsOf(work: typeof keepValues): Promise<number> {
  let count = 0
  const db = app.platform.db.withPlugin({
    transformQuery({ node }) {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work({ ...app.platform, db })
  return count
}

const due = async () =>
  (await sql`select from ${dueMoments} due`.execute(app.platform.db)).rows.length

it('one whose secret nobody can open keeps no other from coming into force', async () => {
  const [lost, other] = [await scheduled(), await scheduled()]
  await sql`update param_assignment_rev set sealed = decode('00', 'hex') where assignment_id = ${lost}`.execute(
    app.platform.db,
  )
  await come(lost)
  await come(other)
  await keepValues(app.platform)
  expect(await detail(other)).toMatchObject({ state: 'ACTIVE', pendingCount: 1 })
  expect(await detail(lost)).toMatchObject({ state: 'DRAFT', revision: null })
  // What failed is left alone for a while, and is no work until then.
  expect(await due()).toBe(1)
  await keepValues(app.platform)
  expect(await questionsOf(keepValues)).toBe(1)
  await admin.get(params.remove, { params: { id: lost } })
})

it('what is disabled comes when it was put in force for later, unless it says something by now', async () => {
  const { id, version } = await drafted()
  await admin.get(params.setStatus, { params: { id, status: '0' } })
  const activate = async (at: number) =>
    admin.call(params.activate, { params: { id }, body: { version: at, count: 1 } })
  expect((await activate(version + 1)).data).toMatchObject({ status: 1, state: 'DRAFT' })
  await come(id)
  await keepValues(app.platform)
  const begun = await detail(id)
  expect(begun).toMatchObject({ status: 1, state: 'ACTIVE', revision: 1 })
  const body = { version: begun.version, values: { host: 'new' }, secrets: {}, keptSecrets: [] }
  await admin.get(params.draft, { params: { id }, body })
  await admin.get(params.setStatus, { params: { id, status: '0' } })
  const { version: last } = await detail(id)
  expect((await activate(last)).msg).toMatch(/is disabled/)
  expect(await detail(id)).toMatchObject({ status: 0, revision: 1 })
})

it('what was disabled meanwhile waits until it is enabled', async () => {
  const id = await scheduled()
  await admin.get(params.setStatus, { params: { id, status: '0' } })
  await come(id)
  expect(await due()).toBe(0)
  await keepValues(app.platform)
  expect(await detail(id)).toMatchObject({ status: 0, revision: null })
  await admin.get(params.setStatus, { params: { id, status: '1' } })
  await keepValues(app.platform)
  expect(await detail(id)).toMatchObject({ status: 1, revision: 1 })
})

it('what was deleted does not come into force when it is taken out of the bin', async () => {
  const id = await scheduled()
  expect((await admin.call(params.remove, { params: { id } })).code).toBe(codes.success)
  await come(id)
  expect(await due()).toBe(0)
  await admin.get(params.revert, { params: { id } })
  await keepValues(app.platform)
  expect(await detail(id)).toMatchObject({ state: 'DRAFT', revision: null })
})

it('what failed because the database went away comes as soon as that is back', async () => {
  const id = await scheduled()
  await come(id)
  const db = app.platform.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'UpdateQueryNode') throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await followMoments({ ...app.platform, db })
  expect(await detail(id)).toMatchObject({ state: 'DRAFT', revision: null })
  await followMoments(app.platform)
  expect(await detail(id)).toMatchObject({ state: 'ACTIVE', revision: 1 })
})
