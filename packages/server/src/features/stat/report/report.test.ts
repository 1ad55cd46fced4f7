import { codes, devices, fileTasks, type Report, reports } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { jobs } from '../../index.ts'

let app: TestApp
let maker: TestUser
/** Who sees one organisation of two. */
let reader: TestUser

const permissions = [
  'DEVICE_LIST',
  'DEVICE_EXPORT',
  'REPORT_LIST',
  fileTasks.page.permission,
  fileTasks.download.permission,
]
let orgA: string

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  const [a, b] = [await place('report-a'), await place('report-b')]
  orgA = a.id
  await addDevices(app, estate, { orgId: a.id, prefix: 'MINE', count: 3 })
  await addDevices(app, estate, { orgId: b.id, prefix: 'THEIR', count: 4 })
  maker = await signedIn(app, { isSuperAdmin: true })
  reader = await signedIn(app, { orgId: a.id, permissions })
  await platform.pool.query(
    `update app_user set email = user_name || '@bank.example', language = 'en'`,
  )
})
afterAll(() => app.close())
beforeEach(() => app.platform.pool.query('delete from report'))

const wish = { format: 'csv', columns: JSON.stringify([['sn', 'Serial']]), timeZone: 'UTC' }
const about = {
  name: 'Terminals',
  path: devices.page.path,
  wish,
  rhythm: 'DAILY',
  timeZone: 'Asia/Baghdad',
} as const

const add = async (...readers: readonly TestUser[]): Promise<string> => {
  const readerIds = readers.map(({ userId }) => userId)
  return (await maker.get(reports.add, { body: { ...about, readerIds } })).id
}

const withMail = async (who: Parameters<typeof signedIn>[1]): Promise<TestUser> => {
  const user = await signedIn(app, who)
  await app.platform.pool.query(
    `update app_user set email = user_name || '@bank.example' where id = $1`,
    [user.userId],
  )
  return user
}

const round = async () => {
  const job = jobs.find(({ name }) => name === 'report.send')
  await job?.work(app.platform)
}

const statesOf = async (id: string) =>
  (await maker.get(reports.runs, { params: { id } })).list.map(({ state }) => state)

/** Sends it now; answers what became of it for each reader. */
async function send(id: string): Promise<readonly string[]> {
  await maker.get(reports.run, { params: { id } })
  await expect
    .poll(async () => {
      await round()
      return (await statesOf(id)).filter((state) => state === 'DUE' || state === 'MAKING')
    })
    .toEqual([])
  return statesOf(id)
}

const mailsTo = async (user: TestUser) =>
  (
    await app.platform.pool.query<{ html: string; subject: string }>(
      `select html, subject from mail_log join app_user on app_user.email = mail_log.to_address
        where app_user.id = $1 and template = 'REPORT' order by mail_log.id desc`,
      [user.userId],
    )
  ).rows

const loseExport = ({ userId }: TestUser) =>
  app.platform.pool.query(
    `delete from role_menu where role_id in (select role_id from user_role where user_id = $1)
      and menu_id in (select id from menu where button_code = 'DEVICE_EXPORT')`,
    [userId],
  )

describe('a report', () => {
  it('holds for each reader what he sees himself, and lies among his own files', async () => {
    const id = await add(maker, reader)
    expect(await send(id)).toEqual(['SENT', 'SENT'])
    const [mail] = await mailsTo(reader)
    expect(mail).toMatchObject({ subject: 'Terminals' })
    expect(mail?.html).toContain('/#/system/file')
    expect(mail?.html).toContain('with 3 rows')
    expect(mail?.html).toContain(`stop=${id}`)
    const { list } = await reader.get(fileTasks.page, { query: {} })
    const { body } = await reader.file(fileTasks.download, { params: { id: list[0]?.id ?? '' } })
    const rows: string[][] = parse(body, { bom: true })
    expect(rows.slice(1).flat().toSorted()).toEqual(['MINE00000', 'MINE00001', 'MINE00002'])
    expect(
      (await maker.get(reports.runs, { params: { id } })).list.map(({ rows: n }) => n),
    ).toContain(7)
  })

  it('of a list that cannot be asked so any more fails alone, and holds up no other', async () => {
    const broken = await add(reader)
    const good = await add(maker)
    await app.platform.pool.query(`update report set wish = '{"format": 7}' where id = $1`, [
      broken,
    ])
    await maker.get(reports.run, { params: { id: broken } })
    expect(await send(good)).toEqual(['SENT'])
    expect(await statesOf(broken)).toEqual(['FAILED'])
  })

  it('stands in no zone that there is not, and one that cannot be made fails alone', async () => {
    const body = { ...about, readerIds: [reader.userId] }
    const lost = { ...wish, timeZone: 'Mars/Phobos' }
    expect(await maker.call(reports.add, { body: { ...body, wish: lost } })).toMatchObject({
      code: codes.badRequest,
    })
    const broken = await add(reader)
    const good = await add(maker)
    // As one was kept by an older version.
    await app.platform.pool.query('update report set wish = $2 where id = $1', [broken, lost])
    await maker.get(reports.run, { params: { id: broken } })
    expect(await send(good)).toEqual(['SENT'])
    expect(await statesOf(broken)).toEqual(['FAILED'])
  })

  it('goes to nobody who has lost his right, his account or his address', async () => {
    const id = await add(reader)
    const before = (await mailsTo(reader)).length
    const { pool } = app.platform
    await loseExport(reader)
    expect(await send(id)).toEqual(['NO_RIGHT'])
    const other = await withMail({ permissions })
    const second = await add(other)
    await pool.query('update app_user set email = null where id = $1', [other.userId])
    expect(await send(second)).toEqual(['NO_ADDRESS'])
    await pool.query(`update app_user set status = 0 where id = $1`, [other.userId])
    expect(await send(second)).toEqual(['NO_RIGHT', 'NO_ADDRESS'])
    expect(await mailsTo(reader)).toHaveLength(before)
  })

  it('tells nothing of itself to who has lost his right while it was made', async () => {
    const other = await withMail({ orgId: orgA, permissions })
    const id = await add(other)
    expect(await send(id)).toEqual(['SENT'])
    expect(await mailsTo(other)).toHaveLength(1)
    // As it was before the mail.
    await app.platform.pool.query(`update report_run set state = 'MAKING' where report_id = $1`, [
      id,
    ])
    await loseExport(other)
    await round()
    expect(await statesOf(id)).toEqual(['NO_RIGHT'])
    expect(await mailsTo(other)).toHaveLength(1)
  })

  it('comes at its time, once, also where nobody worked for days', async () => {
    const id = await add(maker)
    const { pool } = app.platform
    await pool.query(`update report set next_at = now() - interval '3 days' where id = $1`, [id])
    await round()
    await round()
    expect(await statesOf(id)).toHaveLength(1)
    const [row] = (await maker.get(reports.page, { query: {} })).list
    expect(Date.parse(row?.nextAt ?? '')).toBeGreaterThan(Date.now())
    expect(row?.nextAt).toMatch(/T04:00:00/)
    await maker.get(reports.setStatus, { params: { id, status: '0' } })
    await pool.query(`update report set next_at = now() - interval '1 day' where id = $1`, [id])
    await round()
    expect(await statesOf(id)).toHaveLength(1)
  })

  it('is about all the time in which nobody worked, and about none in which it rested', async () => {
    const id = await add(maker)
    const { pool } = app.platform
    const spans = async () => (await maker.get(reports.runs, { params: { id } })).list
    await pool.query(`update report set next_at = next_at - interval '4 days' where id = $1`, [id])
    await round()
    const [late] = await spans()
    const days = (Date.parse(late?.to ?? '') - Date.parse(late?.from ?? '')) / 86_400_000
    expect(days).toBe(4)
    await maker.get(reports.setStatus, { params: { id, status: '0' } })
    await pool.query(`update report set next_at = next_at - interval '9 days' where id = $1`, [id])
    await maker.get(reports.setStatus, { params: { id, status: '1' } })
    await round()
    expect(await spans()).toHaveLength(1)
  })

  it('leaves no time out and tells none twice where its schedule changes', async () => {
    const id = await add(maker)
    const { pool } = app.platform
    const fall = async () => {
      await pool.query(`update report set next_at = now() - interval '1 minute' where id = $1`, [
        id,
      ])
      await round()
      return (await maker.get(reports.runs, { params: { id } })).list[0]
    }
    const change = async (schedule: Pick<Report, 'rhythm' | 'clock'>) => {
      const [row] = (await maker.get(reports.page, { query: {} })).list
      const { version = 0 } = row ?? {}
      const { name, timeZone } = about
      await maker.get(reports.update, {
        body: { id, version, name, timeZone, ...schedule, readerIds: [maker.userId] },
      })
    }
    const first = await fall()
    await change({ rhythm: 'MONTHLY', clock: '05:17' })
    const second = await fall()
    expect(second?.from).toBe(first?.to)
    await change({ rhythm: 'DAILY', clock: '06:18' })
    expect((await fall())?.from).toBe(second?.to)
    const rest = async (days: number) => {
      await maker.get(reports.setStatus, { params: { id, status: '0' } })
      await pool.query(
        `update report set next_at = next_at - $2 * interval '1 day', told_until = told_until - interval '9 days'
          where id = $1`,
        [id, days],
      )
      await maker.get(reports.setStatus, { params: { id, status: '1' } })
      return fall()
    }
    // Of another rhythm when it was told last, and nothing was due while it rested.
    const whole = await rest(0)
    expect(Date.parse(whole?.to ?? '') - Date.parse(whole?.from ?? '')).toBeGreaterThan(
      9 * 86_400_000,
    )
    // It rested for longer than it tells of.
    const last = await rest(9)
    expect(Date.parse(last?.to ?? '') - Date.parse(last?.from ?? '')).toBeLessThan(3 * 86_400_000)
  })

  it('comes once where the clock of its worker is behind, and is not sent twice by who presses twice', async () => {
    const id = await add(maker)
    const { pool } = app.platform
    const due = new Date(Math.floor(Date.now() / 60_000) * 60_000)
    await pool.query(
      `update report set next_at = $2, clock = to_char($2 at time zone 'UTC', 'HH24:MI'), time_zone = 'UTC' where id = $1`,
      [id, due],
    )
    const { now } = app.platform
    Object.assign(app.platform, { now: () => new Date(Date.now() - 180_000) })
    await round()
    await round()
    Object.assign(app.platform, { now })
    expect(await statesOf(id)).toHaveLength(1)
    await pool.query(`update report_run set state = 'DUE' where report_id = $1`, [id])
    expect(await maker.call(reports.run, { params: { id } })).toMatchObject({
      code: codes.wrongState,
    })
  })

  it('has failed where its file went before anybody mailed it, and can be sent anew', async () => {
    const id = await add(maker)
    await maker.get(reports.run, { params: { id } })
    await round()
    // Not before it is made: who makes it says last what has become of it.
    const expire = () =>
      app.platform.pool.query(
        `update file_task set state = 'EXPIRED' where state = 'READY'
          and id in (select file_id from report_run where report_id = $1)`,
        [id],
      )
    await expect.poll(async () => (await expire()).rowCount).toBe(1)
    await round()
    expect(await statesOf(id)).toEqual(['FAILED'])
    expect(await maker.get(reports.run, { params: { id } })).toEqual({ count: 1 })
  })

  it('tells its reader nothing of those who read it beside him', async () => {
    const id = await add(maker, reader)
    await maker.get(reports.run, { params: { id } })
    const { list } = await reader.get(reports.runs, { params: { id } })
    expect(list).toHaveLength(1)
    expect(await statesOf(id)).toHaveLength(2)
    expect((await maker.get(reports.runs, { params: { id } })).list).toContainEqual(list[0])
    const [own] = (await maker.get(reports.page, { query: {} })).list
    expect(own?.readers).toHaveLength(2)
    const [read] = (await reader.get(reports.page, { query: {} })).list
    expect(read?.readers.map((one) => one.id)).toEqual([reader.userId])
  })

  it('is mailed to nobody whose account ends while it is made', async () => {
    const leaver = await withMail({ permissions })
    const id = await add(leaver)
    await maker.get(reports.run, { params: { id } })
    await round()
    await app.platform.pool.query('update app_user set status = 0 where id = $1', [leaver.userId])
    await expect
      .poll(async () => {
        await round()
        return statesOf(id)
      })
      .toEqual(['NO_RIGHT'])
    expect(await mailsTo(leaver)).toEqual([])
  })

  it('is stopped by its reader for himself, and nobody starts it for him again', async () => {
    const other = await signedIn(app, { permissions })
    await app.platform.pool.query(
      `update app_user set email = 'other@bank.example' where id = $1`,
      [other.userId],
    )
    const id = await add(maker, other)
    expect((await other.get(reports.page, { query: {} })).list).toMatchObject([
      { id, isMine: true },
    ])
    await other.get(reports.stop, { params: { id } })
    const { version, rhythm, timeZone } = (await maker.get(reports.page, { query: {} }))
      .list[0] ?? {
      version: 0,
      rhythm: 'DAILY',
      timeZone: 'UTC',
    }
    const readerIds = [maker.userId, other.userId]
    const body = { id, version, name: 'Renamed', rhythm, timeZone, readerIds }
    expect(await maker.get(reports.update, { body })).toEqual({ count: 1 })
    expect(await maker.call(reports.update, { body })).toMatchObject({
      code: codes.versionConflict,
    })
    expect(await send(id)).toHaveLength(1)
  })

  it('is made of lists that its maker may take away, of their columns, for people whom he sees', async () => {
    const small = await signedIn(app, { orgId: orgA, permissions: ['REPORT_ADD', 'DEVICE_LIST'] })
    const body = { ...about, readerIds: [small.userId] }
    expect(await small.call(reports.add, { body })).toMatchObject({ code: codes.forbidden })
    const may = await withMail({
      orgId: orgA,
      permissions: ['REPORT_ADD', 'REPORT_EDIT', ...permissions],
    })
    const mine = { ...about, readerIds: [may.userId] }
    expect(await may.call(reports.add, { body: mine })).toMatchObject({ code: 200 })
    for (const wrong of [
      { ...mine, readerIds: [maker.userId] },
      { ...mine, path: '/admin/nothing/page' },
      { ...mine, timeZone: 'Baghdad' },
      { ...mine, wish: { ...wish, columns: JSON.stringify([['sealedSecret', 'Secret']]) } },
      { ...mine, wish: { ...wish, nobody: 'x' } },
    ])
      expect(await may.call(reports.add, { body: wrong })).toMatchObject({ code: 400 })
  })

  it('offers people with a word about those without a mail address, and takes none of them', async () => {
    const asks = await withMail({
      orgId: orgA,
      permissions: ['REPORT_ADD', 'USER_LIST', ...permissions],
    })
    const silent = await signedIn(app, { orgId: orgA, permissions })
    const offered = await asks.get(reports.readerList, { query: {} })
    const nameOf = ({ userId }: TestUser) => offered.find(({ id }) => id === userId)?.name
    expect(nameOf(asks)).not.toMatch(/no mail/)
    expect(nameOf(silent)).toMatch(/\(no mail address\)$/)
    expect(nameOf(maker)).toBeUndefined()
    const refused = await asks.call(reports.add, {
      body: { ...about, readerIds: [asks.userId, silent.userId] },
    })
    expect(refused).toMatchObject({ code: 400, data: { fields: [{ field: 'readerIds' }] } })
    expect(JSON.stringify(refused.data)).toContain('have no mail address')
  })
})
