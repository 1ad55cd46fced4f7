import { createHash } from 'node:crypto'
import { codes, headers, megabyte, session, uploads } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { aLog, begin, rowOf, shaOf, startUploadApp, upload } from '../../../../test/uploads.ts'
import { holdFiles } from './index.ts'
import { expireUploads, sweepUploads } from './upload.worker.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let user: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app, user } = bench)
})
afterAll(() => bench.close())

describe('a download', () => {
  let id: string
  const bytes = aLog(10_000)

  beforeAll(async () => {
    id = (await upload(user, bytes, { name: 'تقرير.log' })).id
  })

  it('is the file under its own name, with what tells it from another', async () => {
    const whole = await user.file(uploads.download, { params: { id } })
    expect(whole.body.equals(bytes)).toBe(true)
    expect(whole.headers).toMatchObject({
      etag: `"${shaOf(bytes).toString('hex')}"`,
      'accept-ranges': 'bytes',
      'content-length': '10000',
    })
    expect(whole.headers['content-disposition']).toContain(encodeURIComponent('تقرير.log'))
  })

  it.each([
    ['bytes=0-99', 206, 'bytes 0-99/10000', [0, 100]],
    ['bytes=9990-', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=-10', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=9990-20000', 206, 'bytes 9990-9999/10000', [9990, 10_000]],
    ['bytes=0-1,5-6', 200, undefined, [0, 10_000]],
    ['lines=1-2', 200, undefined, [0, 10_000]],
  ] as const)('answers %s in part', async (range, status, told, [from, to]) => {
    const part = await user.file(uploads.download, { params: { id } }, { range })
    expect(part.status).toBe(status)
    expect(part.headers['content-range']).toBe(told)
    expect(part.body.equals(bytes.subarray(from, to))).toBe(true)
  })

  it('says when a part is outside, unchanged, or of another file', async () => {
    const etag = `"${shaOf(bytes).toString('hex')}"`
    const ask = (headers: Record<string, string>) =>
      user.file(uploads.download, { params: { id } }, headers)
    const outside = await ask({ range: 'bytes=10000-' })
    expect([outside.status, outside.headers['content-range']]).toEqual([416, 'bytes */10000'])
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    expect((await ask({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  })

  it('is given against a ticket until that is over, and to its holder’s rights', async () => {
    const path = uploads.download.path.replace('{id}', id)
    const fetchBy = async (who: TestUser) => {
      const { ticket } = await who.get(session.ticket, { body: { path } })
      const url = `${path}?ticket=${ticket}`
      return [await app.http.inject({ url }), await app.http.inject({ url })] as const
    }
    const [first, second] = await fetchBy(user)
    expect([first.rawPayload.equals(bytes), second.statusCode]).toEqual([true, 200])
    const { ticket } = await user.get(session.ticket, { body: { path } })
    const { pool } = app.platform
    const { rows } = await pool.query<{ minutes: number }>(
      `select extract(epoch from max(expires_at) - now()) / 60 as minutes from ticket`,
    )
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(29)
    await pool.query(`update ticket set expires_at = now() - interval '1 minute'`)
    const late = await app.http.inject({ url: `${path}?ticket=${ticket}` })
    expect(late.statusCode).toBe(401)
    const [refused] = await fetchBy(await signedIn(app, { permissions: ['UPLOAD_LIST'] }))
    expect(refused.statusCode).toBe(403)
  })

  it('is not given against the ticket of another session, path or of one that has ended', async () => {
    const path = uploads.download.path.replace('{id}', id)
    const other = await openSession(app, { userId: user.userId, name: user.name, isUnbound: false })
    const { ticket } = await other.get(session.ticket, { body: { path } })
    const by = async (token?: string, asked = path) => {
      const sent = token ? { headers: { [headers.token]: token } } : {}
      return (await app.http.inject({ url: `${asked}?ticket=${ticket}`, ...sent })).statusCode
    }
    expect([await by(), await by(other.token)]).toEqual([200, 200])
    expect(await by(user.token)).toBe(401)
    expect(await by(undefined, uploads.download.path.replace('{id}', user.userId))).toBe(401)
    await other.get(session.logout, {})
    expect(await by()).toBe(401)
  })
})

describe('a file in use', () => {
  const holder = { usedBy: 'apk', usedId: '00000000-0000-7000-8000-0000000000a1', name: 'Wallet' }

  const hold = (ids: readonly string[]) => {
    const { db } = app.platform
    return db.transaction().execute((trx) => holdFiles(contextOf(trx), holder, ids))
  }
  const contextOf = (db: Parameters<typeof holdFiles>[0]['db']) => {
    // Of the context a holder's call has, the rule reads these two.
    const principal = { userId: user.userId, scope: { all: true, rules: [] } }
    return { db, principal } as unknown as Parameters<typeof holdFiles>[0]
  }

  it('is counted, shows who uses it, and stays until nobody does', async () => {
    const [one, two] = [await upload(user, aLog(100)), await upload(user, aLog(100))]
    await hold([one.id, two.id])
    expect(await rowOf(user, one.id)).toMatchObject({ referenceCount: 1 })
    expect(await user.get(uploads.references, { params: { id: one.id } })).toEqual([
      { usedBy: 'apk', usedId: holder.usedId, name: 'Wallet' },
    ])
    expect(await user.call(uploads.remove, { params: { id: one.id } })).toMatchObject({
      code: codes.warning,
      msg: 'a.log is in use and stays',
    })
    await hold([two.id])
    expect(await rowOf(user, one.id)).toMatchObject({ referenceCount: 0 })
    await user.get(uploads.remove, { params: { id: one.id } })
    await hold([])
  })

  it('cannot be one that is removed or not whole', async () => {
    const { id } = await upload(user, aLog(100))
    await user.get(uploads.remove, { params: { id } })
    await expect(hold([id])).rejects.toMatchObject({ code: codes.notFound })
    const { data } = await begin(user, aLog(100))
    await expect(hold([data.uploadId])).rejects.toMatchObject({ code: codes.notFound })
  })

  it('is an orphan when nobody has used it for a day; purging takes those and no others', async () => {
    const [old, fresh, used] = [
      await upload(user, aLog(100)),
      await upload(user, aLog(100)),
      await upload(user, aLog(100)),
    ]
    await hold([used.id])
    const long = sql`update upload set unused_since = now() - interval '25 hours' where id = ${old.id}`
    await long.execute(app.platform.db)
    const orphans = await user.get(uploads.page, { query: { state: 'ORPHAN' } })
    expect(orphans.list.map(({ id, state }) => [id, state])).toEqual([[old.id, 'ORPHAN']])
    expect(await user.get(uploads.purge, {})).toEqual({ count: 1 })
    await sweepUploads(app.platform)
    expect(await rowOf(user, old.id)).toBeUndefined()
    expect(await rowOf(user, fresh.id)).toMatchObject({ state: 'STORED' })
    expect(await rowOf(user, used.id)).toMatchObject({ state: 'STORED' })
    await hold([])
  })
})

describe('what has served its time', () => {
  it('goes: files after the days of their type, uploads that nobody goes on with', async () => {
    const [kept, gone] = [await upload(user, aLog(100)), await upload(user, aLog(100))]
    const [stale, fresh] = [await begin(user, aLog(200)), await begin(user, aLog(200))]
    const { db } = app.platform
    await sql`update upload set unused_since = now() - interval '179 days' where id = ${kept.id}`.execute(
      db,
    )
    await sql`update upload set unused_since = now() - interval '181 days' where id = ${gone.id}`.execute(
      db,
    )
    await sql`update upload set created_at = now() - interval '4 days' where id in
      (${stale.data.uploadId}, ${fresh.data.uploadId})`.execute(db)
    await sql`insert into upload_chunk (upload_id, number) values (${fresh.data.uploadId}, 0)`.execute(
      db,
    )
    await expireUploads(app.platform)
    await sweepUploads(app.platform)
    const there = async (id: string) => (await rowOf(user, id)) !== undefined
    expect(await there(kept.id)).toBe(true)
    expect(await there(gone.id)).toBe(false)
    expect(await there(stale.data.uploadId)).toBe(false)
    expect(await there(fresh.data.uploadId)).toBe(true)
  })
})

it('finds uploads by name, hash, type, state and size', async () => {
  const bytes = aLog(1.5 * megabyte)
  const { id } = await upload(user, bytes, { name: 'findable 50%.log' })
  const found = async (query: object) =>
    (await user.get(uploads.page, { query })).list.map((row) => row.id)
  expect(await found({ name: '50%' })).toEqual([id])
  expect(await found({ name: shaOf(bytes).toString('hex').slice(0, 10) })).toEqual([id])
  const md5 = createHash('md5').update(bytes).digest('hex')
  expect(await found({ name: md5 })).toEqual([id])
  expect(
    await found({ name: 'findable', type: 'log', state: 'STORED', fromMB: 1.4, toMB: 1.6 }),
  ).toEqual([id])
  expect(await found({ name: 'findable', toMB: 1.4 })).toEqual([])
  expect(await found({ name: 'findable', state: 'ORPHAN' })).toEqual([])
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})
