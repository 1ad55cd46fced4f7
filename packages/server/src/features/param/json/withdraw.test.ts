import { codes, heldDocuments, jsonDocuments } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let omar: TestUser
let deviceId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'WDR-', count: 1 })
})
afterAll(() => app.close())

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const add = (code: string) =>
  admin.get(jsonDocuments.add, {
    body: { name: code, code, kind: 'STORE', level: 'DEVICE', deviceId },
  })
const detail = (id: string) => admin.get(jsonDocuments.detail, { params: { id } })

async function publish(id: string, who = admin) {
  const { version } = await detail(id)
  return who.call(jsonDocuments.publish, { params: { id }, body: { version, count: 1 } })
}

async function withdraw(id: string, who = admin) {
  const { version } = await detail(id)
  return who.call(jsonDocuments.withdraw, { params: { id }, body: { version } })
}

const status = (id: string, to: '0' | '1') =>
  admin.call(jsonDocuments.setStatus, { params: { id, status: to } })

async function held(code: string) {
  await followParams(app.platform)
  const all = await admin.get(heldDocuments.ofDevice, { params: { deviceId } })
  return all.some((one) => one.code === code)
}

it('a document in force is withdrawn, and published again as it is', async () => {
  const { id } = await add('few')
  expect((await withdraw(id)).code).toBe(codes.wrongState)
  await publish(id)
  expect(await held('few')).toBe(true)
  const withdrawn = { state: 'PUBLISHED', status: 0, revision: 1 }
  expect((await withdraw(id)).data).toMatchObject(withdrawn)
  expect(await held('few')).toBe(false)
  expect((await withdraw(id)).code).toBe(codes.wrongState)
  expect((await publish(id)).data).toMatchObject({ status: 1, revision: 2 })
  expect(await held('few')).toBe(true)
})

it('of many terminals it is withdrawn, published again and deleted by two people', async () => {
  const { id } = await add('many')
  await publish(id)
  await approvalFrom(1)
  try {
    expect((await status(id, '0')).code).toBe(codes.warning)
    const asked = { state: 'PENDING_APPROVAL', askedFor: 'WITHDRAW', askedByName: 'layla' }
    expect((await withdraw(id)).data).toMatchObject({ ...asked, status: 1 })
    expect(await held('many')).toBe(true)
    expect((await withdraw(id)).code).toBe(codes.warning)
    // Who agrees to its end puts nothing in force by that, and who changes it takes the asking back.
    expect((await publish(id, omar)).code).toBe(codes.warning)
    const { version } = await detail(id)
    const body = { version, document: '{"a":1}', schema: null }
    await admin.get(jsonDocuments.saveContent, { params: { id }, body })
    expect(await detail(id)).toMatchObject({ state: 'PUBLISHED', askedFor: null })
    await withdraw(id)
    const waiting = { query: { waiting: '1' } } as const
    expect((await omar.get(jsonDocuments.page, waiting)).list).toMatchObject([{ id }])
    expect((await withdraw(id, omar)).data).toMatchObject({ state: 'PUBLISHED', status: 0 })
    expect(await held('many')).toBe(false)
    // One person does not put it in force again; what two publish is in force.
    expect((await status(id, '1')).code).toBe(codes.warning)
    expect((await publish(id)).data).toMatchObject({ askedFor: 'PUBLISH', status: 0 })
    expect((await publish(id, omar)).data).toMatchObject({ askedFor: null, status: 1 })
    expect(await held('many')).toBe(true)
    await withdraw(id)
    await withdraw(id, omar)
    expect((await admin.call(jsonDocuments.remove, { params: { id } })).code).toBe(codes.success)
  } finally {
    await approvalFrom(0)
  }
})

it('a document is agreed to by none of those who have changed it, whoever asked', async () => {
  const [lina, sara] = [
    await signedIn(app, { isSuperAdmin: true }),
    await signedIn(app, { isSuperAdmin: true }),
  ]
  const { id } = await add('drafted')
  const write = async (who: TestUser, document: string) => {
    const body = { version: (await detail(id)).version, document, schema: null }
    return who.get(jsonDocuments.saveContent, { params: { id }, body })
  }
  const waiting = async (who: TestUser) =>
    (await who.get(jsonDocuments.page, { query: { waiting: '1' } })).list.map((one) => one.id)
  await approvalFrom(1)
  try {
    await write(admin, '{"a":1}')
    await write(omar, '{"a":2}')
    expect((await publish(id, lina)).data).toMatchObject({ askedFor: 'PUBLISH' })
    for (const who of [admin, omar, lina]) {
      expect((await publish(id, who)).code).toBe(codes.warning)
      expect(await waiting(who)).not.toContain(id)
    }
    expect(await waiting(sara)).toContain(id)
    expect((await publish(id, sara)).data).toMatchObject({ state: 'PUBLISHED', revision: 1 })
    // What was agreed to is nobody's draft any more.
    await write(sara, '{"a":3}')
    await publish(id, sara)
    expect((await publish(id, omar)).data).toMatchObject({ state: 'PUBLISHED', revision: 2 })
    // Where both have changed it, one says again what is in force, and types it anew.
    const mayAgree = async (who: TestUser) =>
      (await who.get(jsonDocuments.impact, { params: { id } })).mayAgree
    await write(admin, '{"a":4}')
    await write(omar, '{"a":5}')
    await publish(id, omar)
    expect([await mayAgree(admin), await mayAgree(omar)]).toEqual([false, false])
    await write(admin, '{"a":3}')
    await write(omar, '{"a":5}')
    await publish(id, omar)
    expect([await mayAgree(admin), await mayAgree(omar)]).toEqual([true, false])
  } finally {
    await approvalFrom(0)
  }
})

it('documents of few terminals are published and withdrawn by two people as well, one after the other', async () => {
  const sara = await signedIn(app, { isSuperAdmin: true })
  const { id } = await add('step.one')
  const { id: otherId } = await add('step.two')
  await approvalFrom(2)
  try {
    expect((await publish(id, sara)).data).toMatchObject({ state: 'PUBLISHED' })
    expect((await publish(otherId, sara)).data).toMatchObject({ state: 'PENDING_APPROVAL' })
    await sql`update json_document_rev set published_at = now() - interval '61 minutes'`.execute(
      app.platform.db,
    )
    // Nobody waits for what counts no more.
    expect((await publish(otherId, sara)).data).toMatchObject({ state: 'PUBLISHED', revision: 1 })
  } finally {
    await approvalFrom(0)
  }
})
