import { applies, type Apply, codes, notices } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let sns: readonly string[]
const place = { top: '', north: '', south: '' }
const who = {} as Record<'asks' | 'north' | 'colleague' | 'south', TestUser>

const permissions = [
  'DEVICE_APPLY_LIST',
  'DEVICE_APPLY_DETAIL',
  'DEVICE_APPLY_ADD',
  'DEVICE_APPLY_APPROVE',
  'DEVICE_APPLY_DELETE',
]

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const add = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  place.top = await add('top', app.rootId)
  place.north = await add('north', place.top)
  place.south = await add('south', place.top)
  who.asks = await signedIn(app, { orgId: place.top, permissions })
  for (const name of ['north', 'colleague'] as const)
    who[name] = await signedIn(app, { orgId: place.north, permissions })
  who.south = await signedIn(app, { orgId: place.south, permissions })
  const prefix = 'DRAFT-'
  await addDevices(app, estate, { orgId: place.north, prefix, count: 2, lifecycle: 'ACTIVE' })
  sns = [`${prefix}00000`, `${prefix}00001`]
})
afterAll(() => app.close())

const wish = (more: object = {}) => ({
  kind: 'TRANSFER' as const,
  toOrgId: place.south,
  sns: [...sns],
  reason: 'a new shop',
  ...more,
})
const ask = (more: object = {}) => who.asks.get(applies.add, { body: wish(more) })
const shown = (user: TestUser, { id }: Apply) =>
  user.call(applies.detail, { params: { id } }).then(({ code, data }) => ({ code, data }))
const noticesOf = async (user: TestUser) =>
  (await user.get(notices.page, { query: {} })).list.map(({ notice }) => notice)

/** A stored file that somebody of an organisation has uploaded. */
async function addFile(orgId: string, name: string, type = 'document'): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values (${name}, ${type}, 22, sha256(${name}::text::bytea), 1048576, 'STORED', ${orgId}, ${orgId}) returning id`.execute(
    app.platform.db,
  )
  return rows[0]?.id ?? ''
}

describe('a draft', () => {
  it('is seen by who wrote it alone, asks nobody, and is judged again when it is handed in', async () => {
    const draft = await ask({ isDraft: true })
    expect(draft).toMatchObject({ state: 'DRAFT', waitingSince: null, expiresAt: null })
    expect((await shown(who.north, draft)).code).toBe(codes.notFound)
    const listed = await who.north.get(applies.page, { query: {} })
    expect(listed.list.map(({ id }) => id)).not.toContain(draft.id)
    expect(await noticesOf(who.north)).toEqual([])
    const input = { params: { id: draft.id } }
    expect((await who.north.call(applies.submit, input)).code).toBe(codes.notFound)
    // One of its terminals has gone meanwhile.
    await sql`update device set lifecycle = 'SCRAPPED' where sn = ${sns[1]}`.execute(
      app.platform.db,
    )
    const refused = await who.asks.call(applies.submit, input)
    expect(refused).toMatchObject({ code: codes.badRequest })
    expect(JSON.stringify(refused)).toContain(sns[1])
    await sql`update device set lifecycle = 'ACTIVE' where sn = ${sns[1]}`.execute(app.platform.db)
    await who.asks.get(applies.submit, input)
    expect((await shown(who.north, draft)).data).toMatchObject({
      state: 'SUBMITTED',
      quantity: 2,
      mayDecide: true,
      waitsForMe: true,
      waitingSince: expect.any(String),
    })
    expect(await noticesOf(who.north)).toEqual([
      `Request ${draft.applyNo} (Transfer) waits for your decision.`,
    ])
    expect((await who.asks.call(applies.submit, input)).code).toBe(codes.wrongState)
  })

  it('is written anew by who wrote it, once for each time it was read, and not once it is handed in', async () => {
    const draft = await ask({ isDraft: true })
    const { id, version } = draft
    const body = { id, version, ...wish({ sns: [sns[0]], reason: 'only one' }) }
    const after = await who.asks.get(applies.update, { body })
    expect(after).toMatchObject({ quantity: 1, reason: 'only one', version: version + 1 })
    expect((await who.asks.call(applies.update, { body })).code).toBe(codes.versionConflict)
    await who.asks.get(applies.submit, { params: { id } })
    const late = { body: { ...body, version: version + 2 } }
    expect((await who.asks.call(applies.update, late)).code).toBe(codes.wrongState)
    const { items } = await who.asks.get(applies.detail, { params: { id } })
    expect(items.map(({ sn }) => sn)).toEqual([sns[0]])
  })

  it('is thrown away by who wrote it', async () => {
    const { id } = await ask({ isDraft: true })
    await who.asks.get(applies.remove, { params: { id } })
    expect((await who.asks.call(applies.detail, { params: { id } })).code).toBe(codes.notFound)
  })
})

describe('files of a request', () => {
  it('are read by whoever sees the request, and stay while it is there', async () => {
    const [first, second] = [await addFile(place.top, 'a.pdf'), await addFile(place.top, 'b.pdf')]
    const request = await ask({ fileIds: [first, second] })
    const { files } = await who.north.get(applies.detail, { params: { id: request.id } })
    expect(files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
    const held = () =>
      sql`select from file_reference where used_by = 'apply' and used_id = ${request.id}`.execute(
        app.platform.db,
      )
    expect((await held()).rows).toHaveLength(2)
    const foreign = { params: { id: request.id, fileId: await addFile(place.top, 'other.pdf') } }
    expect((await who.north.call(applies.file, foreign)).code).toBe(codes.notFound)
    await who.asks.get(applies.withdraw, { params: { id: request.id } })
    await who.asks.get(applies.remove, { params: { id: request.id } })
    expect((await held()).rows).toHaveLength(0)
  })

  it('are the own ones of who asks of their type, and five at most', async () => {
    const codeOf = async (fileIds: readonly string[]) =>
      (await who.asks.call(applies.add, { body: wish({ fileIds }) })).code
    const above = await addFile(app.rootId, 'above.pdf')
    expect(await codeOf([above])).toBe(codes.badRequest)
    expect(await codeOf([await addFile(place.top, 'x.apk', 'apk')])).toBe(codes.badRequest)
    const six = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => addFile(place.top, `${n}.pdf`)))
    expect(await codeOf(six)).toBe(codes.badRequest)
  })
})

describe('a decision that is given to somebody', () => {
  it('waits for him, who is told; others who may take it still may', async () => {
    const request = await ask()
    const params = { params: { id: request.id } }
    const offered = await who.north.get(applies.approvers, params)
    const ids = offered.map(({ id }) => id)
    expect(ids).toContain(who.colleague.userId)
    expect(ids).not.toContain(who.asks.userId)
    const give = (userId: string | null) => ({ ...params, body: { userId } })
    await who.north.get(applies.assign, give(who.colleague.userId))
    expect(await noticesOf(who.colleague)).toContain(
      `Request ${request.applyNo} (Transfer) was given to you to decide.`,
    )
    expect((await shown(who.colleague, request)).data).toMatchObject({ waitsForMe: true })
    expect((await shown(who.north, request)).data).toMatchObject({
      waitsForMe: false,
      mayDecide: true,
      approver: expect.any(String),
    })
    const waiting = await who.north.get(applies.page, { query: { waiting: '1' } })
    expect(waiting.list.map(({ id }) => id)).not.toContain(request.id)
    await who.north.get(applies.approve, params)
    // The next decision is another's: nobody has been given it.
    expect((await shown(who.south, request)).data).toMatchObject({
      state: 'SOURCE_APPROVED',
      waitsForMe: true,
      approver: null,
    })
  })

  it('goes to nobody who may not take it, and is given by nobody who may not', async () => {
    const request = await ask()
    const give = (userId: string) => ({ params: { id: request.id }, body: { userId } })
    const codeOf = async (user: TestUser, to: TestUser) =>
      (await user.call(applies.assign, give(to.userId))).code
    expect(await codeOf(who.north, who.south)).toBe(codes.badRequest)
    expect(await codeOf(who.north, who.asks)).toBe(codes.badRequest)
    expect(await codeOf(who.south, who.south)).toBe(codes.wrongState)
    expect(await codeOf(who.asks, who.north)).toBe(codes.warning)
  })
})
