import { createHmac } from 'node:crypto'
import {
  developerDownloads,
  developerProgramme,
  developers,
  notices,
  uploads,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../test/lifecycleSpec.ts'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { startUploadApp, upload } from '../../../test/uploads.ts'
import { tellOfDownloads } from './developer.worker.ts'
import { isInTime } from './link.ts'

const fileOf = async (app: TestApp): Promise<string> => {
  const { rows } = await sql<{ id: string }>`insert into upload
      (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values ('sdk.zip', 'download', 22, sha256('x'), 1048576, 'STORED', ${app.rootId}, ${app.rootId})
    returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

let fileId: string

lifecycleSpec(developerDownloads, {
  prepare: async (app) => {
    fileId = await fileOf(app)
  },
  make: (n) => ({ title: 'Kit', kind: 'SDK', release: `1.${n}`, fileId, audience: 'ORG' }),
  text: 'release',
  unique: 'release',
})

it('knows no link that is over, and none for longer than a day', () => {
  const now = new Date('2026-01-10T12:00:00Z')
  const left = (seconds: number) => ({ id: 'x', expires: now.getTime() / 1000 + seconds })
  expect(isInTime(left(60), now)).toBe(true)
  expect(isInTime(left(0), now)).toBe(false)
  expect(isInTime(left(86_400 * 2), now)).toBe(false)
})

describe('a download', () => {
  let the: Awaited<ReturnType<typeof startUploadApp>>
  let admin: TestUser
  let maker: TestUser
  let developerId: string
  /** An archive without an entry. */
  const content = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])

  beforeAll(async () => {
    the = await startUploadApp()
    admin = await signedIn(the.app, { isSuperAdmin: true })
    maker = await signedIn(the.app, {
      permissions: ['APP_DEV_DOWNLOAD_LIST', 'APP_DEV_DOWNLOAD_FILE'],
    })
    const { rows } = await sql<{ id: string }>`insert into developer
        (type, name, org_id, account_id, country, contact, email, state)
      values ('COMPANY', 'Tigris Apps', ${the.app.rootId}, ${maker.userId}, 'IQ', 'x', 'a@example.org',
        'APPROVED') returning id`.execute(the.app.platform.db)
    developerId = rows[0]?.id ?? ''
  })
  afterAll(() => the.close())

  const add = async (title: string, audience: 'DEVELOPER' | 'PUBLIC' | 'VENDOR' = 'DEVELOPER') => {
    const stored = await upload(admin, content, { name: 'kit.zip', type: 'download' })
    const body = { title, kind: 'SDK' as const, release: '1.0', fileId: stored.id, audience }
    return (await admin.get(developerDownloads.add, { body })).id
  }
  const publish = (id: string) =>
    admin.get(developerDownloads.publish, { params: { id }, body: {} })
  const take = (url: string) => the.app.http.inject({ method: 'GET', url })
  const seen = async () =>
    (await maker.get(developerDownloads.page, { query: {} })).list.map(({ title }) => title)
  const stat = (id: string) => admin.get(developerDownloads.stat, { params: { id } })

  it('keeps its versions, shows those that are for the caller, and says which is old', async () => {
    const stored = await upload(admin, content, { name: 'kit.zip', type: 'download' })
    const next = (release: string, notes = {}) =>
      admin.get(developerDownloads.add, {
        body: {
          title: 'Versioned kit',
          kind: 'SDK' as const,
          release,
          fileId: stored.id,
          audience: 'DEVELOPER' as const,
          notes,
        },
      })
    const first = await next('1.0', { en: 'The first.' })
    await publish(first.id)
    const second = await next('2.0')
    const history = (who: TestUser) =>
      who.get(developerDownloads.history, { params: { id: first.id } })
    expect((await history(admin)).map(({ release }) => release)).toEqual(['2.0', '1.0'])
    expect(await history(maker)).toMatchObject([{ release: '1.0', notes: { en: 'The first.' } }])
    const isOld = async () =>
      (await admin.get(developerDownloads.detail, { params: { id: first.id } })).hasNewer
    expect(await isOld()).toBe(false)
    await publish(second.id)
    expect(await isOld()).toBe(true)
    await admin.get(developerDownloads.remove, { params: { id: first.id } })
    await admin.get(developerDownloads.remove, { params: { id: second.id } })
  })

  it('tells whoever follows it of its next version, while he does', async () => {
    const reader = await signedIn(the.app, { permissions: ['APP_DEV_DOWNLOAD_LIST'] })
    const stored = await upload(admin, content, { name: 'kit.zip', type: 'download' })
    const bringOut = async (release: string) => {
      const { id } = await admin.get(developerDownloads.add, {
        body: {
          title: 'Followed tool',
          kind: 'TOOL' as const,
          release,
          fileId: stored.id,
          audience: 'ORG' as const,
        },
      })
      await publish(id)
      await tellOfDownloads(the.app.platform)
      return id
    }
    const told = async () => {
      const { list } = await reader.get(notices.page, { query: { type: '1' } })
      return list.filter(({ notice }) => notice.includes('Followed tool')).length
    }
    const id = await bringOut('1.0')
    expect(await told()).toBe(0)
    const follow = (on: '0' | '1') => reader.get(developerDownloads.follow, { params: { id, on } })
    await follow('1')
    await bringOut('2.0')
    expect(await told()).toBe(1)
    await follow('0')
    await bringOut('3.0')
    expect(await told()).toBe(1)
    const { list } = await admin.get(developerDownloads.page, { query: { kind: 'TOOL' } })
    for (const one of list) await admin.get(developerDownloads.remove, { params: { id: one.id } })
  })

  it('of another vendor tells a follower neither by a notice nor by a mark', async () => {
    const { db } = the.app.platform
    const { rows } = await sql<{ id: string }>`insert into vendor (name, code)
      values ('Northlight', 'NL'), ('Southlight', 'SL') returning id`.execute(db)
    const [own = '', other = ''] = rows.map(({ id }) => id)
    const permissions = ['APP_DEV_DOWNLOAD_LIST', 'APP_DEV_DOWNLOAD_DETAIL']
    const reader = await signedIn(the.app, { permissions, vendorIds: [own] })
    const stranger = await signedIn(the.app, { permissions: ['USER_LIST'] })
    const editor = await signedIn(the.app, { permissions: ['APP_DEV_DOWNLOAD_EDIT'] })
    const stored = await upload(admin, content, { name: 'kit.zip', type: 'download' })
    const bringOut = async (release: string, vendorIds: string[]) => {
      const { id } = await admin.get(developerDownloads.add, {
        body: {
          title: 'Secret board',
          kind: 'TOOL' as const,
          release,
          fileId: stored.id,
          audience: 'VENDOR' as const,
          vendorIds,
        },
      })
      await publish(id)
      await tellOfDownloads(the.app.platform)
      return id
    }
    const first = await bringOut('1.0', [own])
    await reader.get(developerDownloads.follow, { params: { id: first, on: '1' } })
    await sql`insert into developer_download_follower (user_id, kind, title)
      select unnest(${[stranger.userId, editor.userId]}::uuid[]), 'TOOL', 'secret board'`.execute(
      db,
    )
    const told = async (who: TestUser) => {
      const { rows: found } = await sql<{
        release: string
      }>`select notice.text_values->>'release' as release
        from notice where notice.user_id = ${who.userId} order by 1`.execute(db)
      return found.map(({ release }) => release)
    }
    await bringOut('2.0', [other])
    const { list } = await reader.get(developerDownloads.page, { query: { kind: 'TOOL' } })
    expect(list).toMatchObject([{ release: '1.0', hasNewer: false }])
    await bringOut('3.0', [own, other])
    expect(await told(reader)).toEqual(['3.0'])
    // Which other vendors it is for is nobody's business.
    const sort = { sortField: 'release', sortOrder: 'desc' } as const
    const shared = await reader.get(developerDownloads.page, { query: { kind: 'TOOL', ...sort } })
    expect(shared.list[0]).toMatchObject({ release: '3.0', vendorIds: [own] })
    expect(shared.list[0]?.vendors.map(({ name }) => name)).toEqual(['Northlight'])
    expect(await told(stranger)).toEqual([])
    expect(await told(editor)).toEqual(['2.0', '3.0'])
    const all = await admin.get(developerDownloads.page, { query: { kind: 'TOOL' } })
    for (const one of all.list)
      await admin.get(developerDownloads.remove, { params: { id: one.id } })
  })

  it('is seen by those it is for, once it is published, and they are told once', async () => {
    const id = await add('Kit for developers')
    expect(await seen()).toEqual([])
    await publish(id)
    expect(await seen()).toEqual(['Kit for developers'])
    await tellOfDownloads(the.app.platform)
    await tellOfDownloads(the.app.platform)
    const { list } = await maker.get(notices.page, { query: { type: '1' } })
    expect(list.filter(({ notice }) => notice.includes('Kit for developers'))).toHaveLength(1)
    await sql`update developer set sdk_access = false`.execute(the.app.platform.db)
    expect(await seen()).toEqual([])
    await sql`update developer set sdk_access = true`.execute(the.app.platform.db)
    // A new agreement asks everybody again.
    const programme = await admin.get(developerProgramme.get, {})
    const asking = { ...programme, agreementVersion: '2', agreementText: 'Be kind.' }
    const { version } = await admin.get(developerProgramme.save, { body: asking })
    expect(await seen()).toEqual([])
    const unseen = await add('Kit of another agreement')
    await publish(unseen)
    await tellOfDownloads(the.app.platform)
    const { list: later } = await maker.get(notices.page, { query: { type: '1' } })
    expect(later.filter(({ notice }) => notice.includes('another agreement'))).toEqual([])
    await admin.get(developerDownloads.remove, { params: { id: unseen } })
    await sql`update developer set agreement_version = '2'`.execute(the.app.platform.db)
    expect(await seen()).toEqual(['Kit for developers'])
    await admin.get(developerProgramme.save, { body: { ...programme, version } })
    expect(await seen()).toEqual(['Kit for developers'])
  })

  it('is read by a signed link until it is withdrawn, and counted', async () => {
    const id = await add('Open kit', 'PUBLIC')
    const link = () => admin.call(developerDownloads.link, { params: { id } })
    expect(await link()).toMatchObject({ code: 40904 })
    await publish(id)
    const { url } = (await link()).data
    const answer = await take(url)
    expect([answer.statusCode, answer.rawPayload.equals(content)]).toEqual([200, true])
    // Another first sign, whichever it was.
    const altered = url.replace(
      /signature=(.)/,
      (_, sign) => `signature=${sign === '_' ? 'a' : '_'}`,
    )
    expect((await take(altered)).statusCode).toBe(403)
    expect((await take(url.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(403)
    expect(await stat(id)).toMatchObject({ total: 1, ways: [{ way: 'LINK', count: 1 }] })
    await admin.get(developerDownloads.withdraw, { params: { id } })
    expect((await take(url)).statusCode).toBe(404)
  })

  it('is read by a link that a developer signs with his secret, while he is approved', async () => {
    const id = await add('Signed kit')
    await publish(id)
    const { secret } = await admin.get(developers.secret, {
      params: { id: developerId },
      body: {},
    })
    const linkOf = (key: string) => {
      const expires = Math.floor(Date.now() / 1000) + 600
      const signature = createHmac('sha256', key).update(`${id}.${expires}`).digest('hex')
      const query = { developer: developerId, expires: String(expires), signature }
      return `/media/download/${id}?${new URLSearchParams(query).toString()}`
    }
    expect((await take(linkOf(secret))).statusCode).toBe(200)
    expect((await take(linkOf('guessed'))).statusCode).toBe(403)
    expect(await stat(id)).toMatchObject({ ways: [{ way: 'SECRET', count: 1 }] })
    const row = await admin.get(developers.detail, { params: { id: developerId } })
    expect(JSON.stringify(row)).not.toContain(secret)
    const ended = await admin.get(developers.secret, {
      params: { id: developerId },
      body: { endsOldNow: true },
    })
    expect((await take(linkOf(secret))).statusCode).toBe(403)
    expect((await take(linkOf(ended.secret))).statusCode).toBe(200)
    const suspend = (on: '0' | '1') =>
      admin.get(developers.suspend, { params: { id: developerId, on }, body: { reason: 'x' } })
    await suspend('1')
    expect((await take(linkOf(ended.secret))).statusCode).toBe(403)
    await suspend('0')
  })

  it('keeps its file while it is published, and the file is kept while it is there', async () => {
    const id = await add('Kept kit')
    await publish(id)
    const { version, ...row } = await admin.get(developerDownloads.detail, { params: { id } })
    const other = Buffer.concat([content, Buffer.from(' ')])
    const stored = await upload(admin, other, { name: 'other.zip', type: 'download' })
    const { title, kind, release, audience } = row
    const fields = { id, version, title, kind, release, audience, fileId: stored.id }
    expect(await admin.call(developerDownloads.update, { body: fields })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'fileId' }] },
    })
    expect(await admin.call(uploads.remove, { params: { id: row.fileId } })).toMatchObject({
      code: 102,
    })
    const log = await upload(admin, Buffer.from('a log'), { name: 'a.log', type: 'log' })
    const wrong = { ...fields, title: 'Wrong', release: '9', fileId: log.id }
    const { id: _, version: __, ...body } = wrong
    expect(await admin.call(developerDownloads.add, { body })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'fileId' }] },
    })
  })
})
