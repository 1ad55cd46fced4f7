import {
  clients,
  codes,
  developerMembers,
  developerProgramme,
  developerReview,
  developers,
  notices,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addClient, clientCalling } from '../../../test/testClient.ts'
import { approvalOf, dueAt, isOfDomain } from './developer.rules.ts'
import { tellOfLateReviews } from './developer.worker.ts'

let accounts: string[]
let orgId: string

async function addAccounts(app: TestApp): Promise<void> {
  orgId = app.rootId
  const { rows } = await sql<{ id: string }>`insert into app_user
      (user_name, real_name, email, password_hash, org_id)
    select 'account' || n, 'x', 'account' || n || '@tigris.example', 'none', ${app.rootId}
    from generate_series(1, 400) n returning id`.execute(app.platform.db)
  accounts = rows.map(({ id }) => id)
}

const entry = (name: string, accountId = accounts.pop() ?? '') => ({
  name,
  type: 'COMPANY' as const,
  orgId,
  accountId,
  country: 'IQ',
  contact: 'Zaid',
  email: 'zaid@tigris.example',
})

lifecycleSpec(developers, {
  prepare: addAccounts,
  make: (n) => entry(`Maker ${n}`),
  text: 'name',
  unique: 'name',
})

it('knows until when an applicant is to be answered', () => {
  const at = { state: 'REVIEWING', appliedAt: '2026-01-01T00:00:00.000Z' }
  expect(dueAt(at, 24)).toBe('2026-01-02T00:00:00.000Z')
  expect(dueAt(at, 0)).toBeNull()
  expect(dueAt({ ...at, state: 'APPROVED' }, 24)).toBeNull()
})

it('approves only what is complete, and where two agree not twice by one', () => {
  const one = {
    hasAgreed: true,
    checklist: ['Licence'],
    checked: ['Licence'],
    twoPerson: true,
    first: 'NOBODY',
  } as const
  expect(approvalOf({ ...one, hasAgreed: false })).toBe('NOT_AGREED')
  expect(approvalOf({ ...one, checked: [] })).toBe('UNCHECKED')
  expect(approvalOf(one)).toBe('FIRST')
  expect(approvalOf({ ...one, first: 'SAME_PERSON' })).toBe('SAME_PERSON')
  expect(approvalOf({ ...one, first: 'ANOTHER' })).toBe('APPROVE')
})

it('takes no domain for another that ends with it', () => {
  expect(isOfDomain('a@Tigris.example', ['tigris.example'])).toBe(true)
  expect(isOfDomain('a@eviltigris.example', ['tigris.example'])).toBe(false)
  expect(isOfDomain(null, ['tigris.example'])).toBe(false)
})

describe('an application', () => {
  let app: TestApp
  let clerk: TestUser
  let first: TestUser
  let second: TestUser
  let maker: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    await addAccounts(app)
    clerk = await signedIn(app, { isSuperAdmin: true })
    first = await signedIn(app, { isSuperAdmin: true })
    second = await signedIn(app, { isSuperAdmin: true })
    maker = await signedIn(app, {
      permissions: ['DEVELOPER_LIST', 'DEVELOPER_DETAIL', 'DEVELOPER_EDIT'],
    })
  })
  afterAll(() => app.close())

  const programme = async (said: object) => {
    const { version } = await clerk.get(developerProgramme.get, {})
    await clerk.get(developerProgramme.save, { body: { ...said, version } })
  }
  const rules = async (said: object) => {
    const { version } = await clerk.get(developerReview.get, {})
    await clerk.get(developerReview.save, { body: { ...said, version } })
  }
  const apply = async (name: string, accountId?: string) =>
    (await clerk.get(developers.add, { body: entry(name, accountId) })).id
  const review = (who: TestUser, id: string, body: object) =>
    who.call(developers.review, { params: { id }, body: { result: 'APPROVED', ...body } as never })
  const stateOf = async (id: string) =>
    (await clerk.get(developers.detail, { params: { id } })).state

  it('is decided by somebody else, with a reason where it is rejected', async () => {
    const id = await apply('Tigris Apps')
    expect(await review(clerk, id, {})).toMatchObject({ code: 102 })
    expect(await review(first, id, { result: 'REJECTED' })).toMatchObject({ code: 400 })
    await review(first, id, { result: 'REJECTED', reason: 'No licence' })
    expect(await stateOf(id)).toBe('REJECTED')
    expect(await review(first, id, {})).toMatchObject({ code: 40904 })
    await clerk.get(developers.apply, { params: { id } })
    await review(first, id, { result: 'START' })
    expect(await stateOf(id)).toBe('REVIEWING')
    expect(await review(first, id, {})).toMatchObject({ code: 200 })
    expect(await stateOf(id)).toBe('APPROVED')
  })

  it('is acted for by its managers, and only looked at by its members', async () => {
    const helper = await signedIn(app, {
      permissions: [
        'DEVELOPER_DETAIL',
        'DEVELOPER_EDIT',
        'DEVELOPER_REVIEW',
        'APP_DEV_MEMBER_EDIT',
        developers.remove.permission,
        developers.suspend.permission,
      ],
      orgId: (await addOrganization(app.platform, { name: 'Far', code: 'far', parentId: orgId }))
        .id,
    })
    const id = await apply('Members Apps')
    const { data: row } = await clerk.call(developers.detail, { params: { id } })
    const see = () => helper.call(developers.detail, { params: { id } })
    expect((await see()).code).toBe(codes.notFound)
    const save = (who: TestUser, accountId: string, role: 'MANAGER' | 'MEMBER') =>
      who.call(developerMembers.save, { params: { id }, body: { accountId, role } })
    expect(await save(clerk, row.accountId, 'MEMBER')).toMatchObject({
      data: { fields: [{ field: 'accountId' }] },
    })
    expect((await save(clerk, helper.userId, 'MEMBER')).code).toBe(codes.success)
    expect((await see()).code).toBe(codes.success)
    const edit = async () => {
      const body = entry('Members Apps', row.accountId)
      const { version } = await clerk.get(developers.detail, { params: { id } })
      return helper.call(developers.update, { body: { ...body, id, version, contact: 'Noor' } })
    }
    expect((await edit()).code).toBe(codes.warning)
    expect((await save(helper, second.userId, 'MEMBER')).code).toBe(codes.warning)
    expect((await helper.call(developers.remove, { params: { id } })).code).toBe(codes.notFound)
    // Whoever works for him decides nothing about him.
    expect(await review(helper, id, { result: 'START' })).toMatchObject({ code: codes.warning })
    await save(clerk, helper.userId, 'MANAGER')
    expect((await edit()).code).toBe(codes.success)
    await sql`update developer set state = 'SUSPENDED' where id = ${id}`.execute(app.platform.db)
    const back = { params: { id, on: '0' as const }, body: { reason: 'We are fine' } }
    expect((await helper.call(developers.suspend, back)).code).toBe(codes.warning)
    await sql`update developer set state = 'APPLIED' where id = ${id}`.execute(app.platform.db)
    await review(first, id, { result: 'REJECTED', reason: 'No licence' })
    const told = await helper.get(notices.page, { query: { type: '1' } })
    expect(JSON.stringify(told.list)).toContain('Members Apps')
    expect(await clerk.get(developerMembers.list, { params: { id } })).toMatchObject([
      { accountId: helper.userId, role: 'MANAGER' },
    ])
    const params = { id, accountId: helper.userId }
    expect(await clerk.get(developerMembers.remove, { params })).toEqual({ count: 1 })
    expect((await see()).code).toBe(codes.notFound)
  })

  it('is no more open to a client than to whoever has made it', async () => {
    const permissions = [
      'DEVELOPER_DETAIL',
      'DEVELOPER_EDIT',
      'APP_DEV_MEMBER_EDIT',
      developers.remove.permission,
      'CLIENT_ROTATE',
    ]
    const helper = await signedIn(app, { permissions, dataScope: 'ALL' })
    const { userId: clientId } = await addClient(app, { permissions, dataScope: 'ALL' })
    const drawn = { params: { id: clientId }, body: {} }
    const { secret } = await helper.get(clients.rotate, drawn)
    const client = await clientCalling(app, clientId, secret)
    const id = await apply('Clients Apps')
    const params = { id }
    const be = (role: 'MANAGER' | 'MEMBER') =>
      clerk.get(developerMembers.save, { params, body: { accountId: helper.userId, role } })
    const edit = async () => {
      const { version, accountId } = await clerk.get(developers.detail, { params })
      const body = { ...entry('Clients Apps', accountId), id, version, contact: 'Noor' }
      return (await client.call(developers.update, { body })).code
    }
    await be('MEMBER')
    expect((await client.call(developers.detail, { params })).code).toBe(codes.success)
    expect(await edit()).toBe(codes.warning)
    const own = { params, body: { accountId: second.userId, role: 'MANAGER' } as const }
    expect((await client.call(developerMembers.save, own)).code).toBe(codes.warning)
    for (const one of [client, helper])
      expect((await one.call(developers.remove, { params })).code).toBe(codes.notFound)
    await be('MANAGER')
    expect(await edit()).toBe(codes.success)
    expect((await client.call(developers.remove, { params })).code).toBe(codes.success)
  })

  it('waits for the agreement in force, which his own account accepts', async () => {
    await programme({ agreementVersion: '2026-1', agreementText: 'Be good.' })
    const id = await apply('Marsh Apps', maker.userId)
    expect(await review(first, id, {})).toMatchObject({ code: 40904 })
    const accept = (who: TestUser, agreementVersion: string) =>
      who.call(developers.agree, { params: { id }, body: { agreementVersion } })
    expect(await accept(clerk, '2026-1')).toMatchObject({ code: 102 })
    expect(await accept(maker, '2025-9')).toMatchObject({ code: 40904 })
    expect(await accept(maker, '2026-1')).toMatchObject({ code: 200 })
    await review(first, id, {})
    expect(await stateOf(id)).toBe('APPROVED')
    const { list } = await maker.get(notices.page, { query: { type: '1' } })
    expect(list.map(({ notice }) => notice).join()).toContain('Marsh Apps is approved')
    await programme({ agreementVersion: '2026-2' })
    const row = await clerk.get(developers.detail, { params: { id } })
    expect(row).toMatchObject({ agreementVersion: '2026-1', hasAgreed: false })
    await programme({})
  })

  it('is approved by two where the programme says so, once everything was looked at', async () => {
    await rules({ twoPerson: true, checklist: ['Licence', 'Address'] })
    const id = await apply('Two Eyes')
    expect(await review(first, id, { checked: ['Licence'] })).toMatchObject({ code: 400 })
    const checked = ['Licence', 'Address']
    await review(first, id, { checked })
    expect(await stateOf(id)).toBe('REVIEWING')
    expect(await review(first, id, { checked })).toMatchObject({ code: 102 })
    await review(second, id, { checked })
    expect(await stateOf(id)).toBe('APPROVED')
    await rules({})
  })

  it('needs no review where the account has its address in a domain of the programme', async () => {
    await programme({ autoApproveDomains: ['tigris.example'] })
    expect(await stateOf(await apply('House Apps'))).toBe('APPROVED')
    await programme({})
  })

  it('is not let in by its domain once it was rejected', async () => {
    const own = await signedIn(app, { permissions: ['DEVELOPER_DETAIL', 'DEVELOPER_EDIT'] })
    const ownDomain = sql`update app_user set email = 'own@marsh.example' where id = ${own.userId}`
    await ownDomain.execute(app.platform.db)
    const id = await apply('Turned Away', own.userId)
    expect(await review(first, id, { result: 'REJECTED', reason: 'no' })).toMatchObject({
      code: codes.success,
    })
    const inForce = { agreementVersion: '2026-1', autoApproveDomains: ['marsh.example'] }
    await programme(inForce)
    const again = await own.call(developers.apply, { params: { id } })
    const body = { agreementVersion: inForce.agreementVersion }
    const agreed = await own.call(developers.agree, { params: { id }, body })
    const state = await stateOf(id)
    await programme({})
    expect([again.code, agreed.code, state]).toEqual([codes.success, codes.success, 'APPLIED'])
  })

  it('is edited by its own account, but for what others decide', async () => {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from developer
      where account_id = ${maker.userId}`.execute(app.platform.db)
    const { id, name } = rows[0] ?? { id: await apply('Own Apps', maker.userId), name: 'Own Apps' }
    await sql`update developer set sdk_access = false where id = ${id}`.execute(app.platform.db)
    const edit = async (who: TestUser, sdkAccess: boolean) => {
      const { version } = await clerk.get(developers.detail, { params: { id } })
      const body = { ...entry(name, maker.userId), id, version, sdkAccess, contact: 'Layla' }
      return who.call(developers.update, { body })
    }
    expect(await edit(maker, true)).toMatchObject({ data: { fields: [{ field: 'sdkAccess' }] } })
    expect(await edit(maker, false)).toMatchObject({ code: 200, data: { contact: 'Layla' } })
    expect(await edit(clerk, true)).toMatchObject({ code: 200, data: { sdkAccess: true } })
    // What he sends is judged by the record that he has read: by no other one is he told of a decision.
    const { version } = await clerk.get(developers.detail, { params: { id } })
    const body = { ...entry(name, maker.userId), id, version: version - 1, sdkAccess: false }
    expect(await maker.call(developers.update, { body })).toMatchObject({
      code: codes.versionConflict,
    })
  })

  it('gets no more applications or places by its own account', async () => {
    const own = await signedIn(app, { permissions: ['DEVELOPER_EDIT', 'DEVELOPER_DETAIL'] })
    const id = await apply('Limited Apps', own.userId)
    const edit = async (who: TestUser, more: object) => {
      const { version } = await clerk.get(developers.detail, { params: { id } })
      const body = { ...entry('Limited Apps', own.userId), id, version, ...more }
      return who.call(developers.update, { body })
    }
    const limits = { maxApps: 3, publishOrgIds: [orgId] }
    expect(await edit(clerk, limits)).toMatchObject({ code: 200, data: limits })
    expect(await edit(own, { ...limits, maxApps: 4 })).toMatchObject({
      data: { fields: [{ field: 'maxApps' }] },
    })
    expect(await edit(own, { ...limits, publishOrgIds: [] })).toMatchObject({
      data: { fields: [{ field: 'publishOrgIds' }] },
    })
    expect(await edit(own, limits)).toMatchObject({ code: 200 })
    const nowhere = { ...limits, publishOrgIds: ['019a0000-0000-7000-8000-000000000001'] }
    expect(await edit(clerk, nowhere)).toMatchObject({
      data: { fields: [{ field: 'publishOrgIds' }] },
    })
  })

  it('is not left by whoever works for him and decides about others, nor given more by him', async () => {
    const account = await signedIn(app, { isSuperAdmin: true })
    const manager = await signedIn(app, { isSuperAdmin: true })
    const id = await apply('Inner Apps', account.userId)
    const member = { accountId: manager.userId, role: 'MANAGER' as const }
    await clerk.get(developerMembers.save, { params: { id }, body: member })
    const edit = async (who: TestUser, more: object) => {
      const { version } = await clerk.get(developers.detail, { params: { id } })
      const body = { ...entry('Inner Apps', account.userId), id, version, ...more }
      return who.call(developers.update, { body })
    }
    for (const who of [account, manager]) {
      expect(await edit(who, { maxApps: 3 })).toMatchObject({
        data: { fields: [{ field: 'maxApps' }] },
      })
      expect(await review(who, id, {})).toMatchObject({ code: codes.warning })
    }
    expect(await edit(account, { accountId: accounts.pop() })).toMatchObject({
      code: codes.warning,
    })
    const params = { id, accountId: manager.userId }
    expect(await manager.call(developerMembers.remove, { params })).toMatchObject({
      code: codes.warning,
    })
    expect(await account.call(developerMembers.remove, { params })).toMatchObject({ code: 200 })
    expect(await edit(clerk, { maxApps: 3 })).toMatchObject({ code: 200 })
  })

  it('is written to: a notice for the account, a mail for the address', async () => {
    const own = await signedIn(app, { permissions: ['DEVELOPER_LIST'] })
    const id = await apply('Lettered Apps', own.userId)
    const body = { subject: 'Your licence', text: 'It has run out <today>.' }
    await clerk.get(developers.message, { params: { id }, body })
    const { list } = await own.get(notices.page, { query: { type: '1' } })
    expect(list.map(({ notice }) => notice).join()).toContain('Your licence. It has run out')
    const { rows } = await sql<{ subject: string; html: string }>`select subject, html from mail_log
      where template = 'DEVELOPER_MESSAGE'`.execute(app.platform.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.subject).toBe('Your licence')
    expect(rows[0]?.html).toContain('It has run out &lt;today&gt;.')
  })

  it('is taken from reviewers alone while the programme is closed', async () => {
    await programme({ isOpen: false })
    const helper = await signedIn(app, { permissions: ['DEVELOPER_ADD', 'DEVELOPER_LIST'] })
    expect(await helper.call(developers.add, { body: entry('Late Apps') })).toMatchObject({
      code: 40904,
    })
    await programme({})
  })

  it('is told of once when nobody has answered in time', async () => {
    const id = await apply('Patient Apps')
    await sql`update developer set applied_at = now() - interval '80 hours' where id = ${id}`.execute(
      app.platform.db,
    )
    const told = async () => {
      const { list } = await second.get(notices.page, { query: { type: '1' } })
      return list.filter(({ notice }) => notice.includes('Patient Apps has waited')).length
    }
    await tellOfLateReviews(app.platform)
    await tellOfLateReviews(app.platform)
    expect(await told()).toBe(1)
  })
})
