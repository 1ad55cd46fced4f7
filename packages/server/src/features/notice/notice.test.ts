import { notices, noticesPath } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hears } from '../../../test/hears.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { mailTo } from '../mail/index.ts'
import { giveNotice, insertNotices, type NewNotice, tellNotices } from './index.ts'
import { noticeJobs } from './notice.worker.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const failed = (...users: TestUser[]): NewNotice => ({
  userIds: users.map(({ userId }) => userId),
  severity: 'WARNING',
  textKey: 'notice.command.FAILED',
  values: { command: { textKey: 'device.command.REBOOT' }, sn: '<b>SN-1</b>' },
  link: '/device/detail/1',
})

/** Gives a notice as a handler does: in a transaction, told after it. */
async function give(notice: NewNotice): Promise<void> {
  const { db, live } = app.platform
  const told: (() => void)[] = []
  await db.transaction().execute((trx) =>
    giveNotice(
      {
        db: trx,
        changed: (path, ids) => told.push(() => live.changed({ path, ids, orgIds: [] })),
      },
      notice,
    ),
  )
  for (const tell of told) tell()
}

it('shows a user his own notices, the newest first, in his language', async () => {
  const [mine, other] = [await signedIn(app), await signedIn(app)]
  await give(failed(mine))
  await give({ ...failed(mine, other), textKey: 'notice.command.EXPIRED', severity: 'INFO' })
  const { list, total } = await mine.get(notices.page, { query: { type: 1 } })
  expect(total).toBe(2)
  expect(list).toMatchObject([
    {
      notice: 'The command “Reboot” expired before <b>SN-1</b> answered',
      severity: 'INFO',
      isRead: false,
    },
    {
      notice: 'The command “Reboot” failed on <b>SN-1</b>',
      link: '/device/detail/1',
      image: null,
      email: '',
    },
  ])
  const arabic = await mine.send({
    method: 'GET',
    url: notices.page.path,
    headers: { LANGUAGE: 'ar-IQ' },
  })
  expect(JSON.stringify(arabic.data)).toContain('فشل الأمر «إعادة التشغيل»')
  expect((await other.get(notices.page, { query: {} })).total).toBe(1)
})

it('counts what is unread, and a notice is read by its owner only', async () => {
  const [mine, other] = [await signedIn(app), await signedIn(app)]
  for (const _ of [1, 2, 3]) await give(failed(mine))
  const { list } = await mine.get(notices.page, { query: {} })
  const id = list[0]?.id ?? ''
  expect((await other.call(notices.read, { params: { id } })).code).toBe(404)
  await mine.get(notices.read, { params: { id } })
  expect(await mine.get(notices.unread, {})).toEqual({ message: 2, email: 0 })
  expect(await mine.get(notices.readAll, { query: { type: 1 } })).toEqual({ count: 2 })
  expect(await mine.get(notices.unread, {})).toEqual({ message: 0, email: 0 })
})

it('clears the notices of the caller and of nobody else', async () => {
  const [mine, other] = [await signedIn(app), await signedIn(app)]
  await give(failed(mine, other))
  expect(await mine.get(notices.clear, { query: {} })).toEqual({ count: 1 })
  expect((await mine.get(notices.page, { query: {} })).list).toEqual([])
  expect((await other.get(notices.page, { query: {} })).total).toBe(1)
})

it('tells the consoles of those it is for, and no others, with one notification for many', async () => {
  const [mine, other] = [await signedIn(app), await signedIn(app)]
  const [listener, stranger] = [await hears(app, mine), await hears(app, other)]
  const { pool, live } = app.platform
  const users = await insertNotices(
    pool,
    Array.from({ length: 50 }, () => failed(mine)),
  )
  tellNotices(live, users)
  for (const { upToNow } of [listener, stranger]) await upToNow()
  expect(listener.heard).toEqual([JSON.stringify({ path: noticesPath, ids: [] })])
  expect(stranger.heard).toEqual([])
})

it('forgets notices after their days', async () => {
  const mine = await signedIn(app)
  await give(failed(mine))
  await give(failed(mine))
  const { pool } = app.platform
  const { list } = await mine.get(notices.page, { query: {} })
  await pool.query(`update notice set created_at = now() - interval '91 days' where id = $1`, [
    list[1]?.id,
  ])
  for (const job of noticeJobs) await job.work(app.platform)
  const left = await mine.get(notices.page, { query: {} })
  expect(left.list.map(({ id }) => id)).toEqual([list[0]?.id])
})

describe('the copies of mails', () => {
  const write = (to: string, template: string, subject: string, state = 'SENT') =>
    app.platform.pool.query(
      `insert into mail_log (to_address, template, language, subject, html, state)
        values ($1, $2, 'en', $3, '<p>x</p>', $4)`,
      [to, template, subject, state],
    )
  const withMail = async (email: string) => {
    const user = await signedIn(app)
    await app.platform.pool.query('update app_user set email = $2 where id = $1', [
      user.userId,
      email,
    ])
    return user
  }
  const mails = async (user: TestUser) =>
    (await user.get(notices.page, { query: { type: 2 } })).list

  it('are those to the user’s own address, without those that open a door', async () => {
    const mine = await withMail('Layla@bank.example')
    await write('layla@bank.example', 'PWD_EXPIRE', 'Your password')
    await write('layla@bank.example', 'REPORT', 'Your report', 'FAILED')
    await write('layla@bank.example', 'FORGET_PWD', 'Your code')
    await write('other@bank.example', 'REPORT', 'Not yours')
    expect(await mails(mine)).toMatchObject([
      { email: 'Your report', notice: '', severity: 'WARNING', isRead: false },
      { email: 'Your password', severity: 'INFO' },
    ])
    expect(await mails(await signedIn(app))).toEqual([])
  })

  it('are read and cleared by their user, and stay in the log', async () => {
    const mine = await withMail('both@bank.example')
    for (const subject of ['One', 'Two']) await write('both@bank.example', 'REPORT', subject)
    expect(await mine.get(notices.unread, {})).toEqual({ message: 0, email: 2 })
    await mine.get(notices.read, { params: { id: (await mails(mine))[0]?.id ?? '' } })
    expect((await mails(mine)).map(({ isRead }) => isRead)).toEqual([true, false])
    expect(await mine.get(notices.readAll, { query: { type: 2 } })).toEqual({ count: 1 })
    expect(await mine.get(notices.clear, { query: { type: 2 } })).toEqual({ count: 2 })
    expect(await mails(mine)).toEqual([])
    const { rows } = await app.platform.pool.query('select from mail_log where to_address = $1', [
      'both@bank.example',
    ])
    expect(rows).toHaveLength(2)
  })

  it('come live to who has the address, when the mail opens no door', async () => {
    const [mine, other] = [await withMail('live@bank.example'), await signedIn(app)]
    const [listener, stranger] = [await hears(app, mine), await hears(app, other)]
    const { db, env, live } = app.platform
    const ctx = {
      db,
      platform: { env },
      ring: () => undefined,
      changed: (path: string, ids: readonly string[]) => live.changed({ path, ids, orgIds: [] }),
    }
    const to = { to: 'LIVE@bank.example', language: 'en', orgId: null }
    const code = { code: '123456', minutes: 10 }
    await mailTo(ctx, { ...to, template: 'FORGET_PWD', values: code })
    await listener.upToNow()
    expect(listener.heard).toEqual([])
    await mailTo(ctx, { ...to, template: 'PWD_EXPIRE', values: { userName: 'x', days: 3 } })
    for (const { upToNow } of [listener, stranger]) await upToNow()
    expect(listener.heard).toEqual([JSON.stringify({ path: noticesPath, ids: [] })])
    expect(stranger.heard).toEqual([])
  })
})
