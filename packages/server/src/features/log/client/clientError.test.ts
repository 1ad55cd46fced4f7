import { clientErrorLimit, clientErrorLog, clientErrors, codes } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { clientErrorJobs } from './clientError.worker.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const report = (user: TestUser, message: string) =>
  user.call(clientErrors.report, {
    body: {
      shortId: 'A1B2C3',
      at: new Date().toISOString(),
      route: '/device/list?sn=SECRET',
      message,
      stack: 'at x (index.js:1:1)',
      version: '3.0.73',
    },
  })

const kept = async ({ userId }: TestUser) =>
  app.platform.db.selectFrom('clientError').selectAll().where('userId', '=', userId).execute()

it('keeps what broke, by whom and where, without what must not be kept', async () => {
  const user = await signedIn(app, { userName: 'layla' })
  expect((await report(user, 'no mail to layla@bank.example, token=abc')).code).toBe(200)
  expect(await kept(user)).toMatchObject([
    {
      userName: 'layla',
      shortId: 'A1B2C3',
      route: '/device/list?sn=…',
      message: 'no mail to …@…, token=…',
      consoleVersion: '3.0.73',
    },
  ])
})

it('takes no more of one session than its share', async () => {
  const [user, other] = [await signedIn(app), await signedIn(app)]
  for (let n = 0; n < clientErrorLimit; n += 1) await report(user, `fault ${n}`)
  expect((await report(user, 'one more')).code).toBe(codes.tooManyRequests)
  expect((await report(other, 'another')).code).toBe(200)
  expect(await kept(user)).toHaveLength(clientErrorLimit)
})

it('forgets it after its days', async () => {
  const user = await signedIn(app)
  for (const message of ['old', 'new']) await report(user, message)
  await app.platform.pool.query(
    `update client_error set at = now() - interval '31 days' where message = 'old'`,
  )
  for (const job of clientErrorJobs) await job.work(app.platform)
  expect((await kept(user)).map(({ message }) => message)).toEqual(['new'])
})

it('shows it to those who look after its organisation, and its stack on demand', async () => {
  const [here = '', beside = ''] = await Promise.all(
    ['here', 'beside'].map(
      async (name) => (await addOrganization(app.platform, { name, code: name })).id,
    ),
  )
  await report(await signedIn(app, { orgId: here, userName: 'noor' }), 'rows is undefined')
  const permissions = ['LOG_LIST', 'LOG_DETAIL']
  const keeper = await signedIn(app, { orgId: here, permissions })
  const { data } = await keeper.call(clientErrorLog.page, { query: { shortId: 'a1b2c3' } })
  expect(data.list).toMatchObject([{ userName: 'noor', message: 'rows is undefined' }])
  const params = { id: data.list[0]?.id ?? '' }
  const detail = await keeper.call(clientErrorLog.detail, { params })
  expect(detail.data).toMatchObject({ stack: 'at x (index.js:1:1)' })
  const other = await signedIn(app, { orgId: beside, permissions })
  expect((await other.call(clientErrorLog.page, { query: {} })).data.list).toEqual([])
  expect((await other.call(clientErrorLog.detail, { params })).code).toBe(codes.notFound)
})
