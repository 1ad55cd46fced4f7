import { livePath, session } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('closes the stream, and nothing else, when it cannot tell what the caller may see', async () => {
  const operator = await signedIn(app)
  const { ticket } = await operator.get(session.ticket, { body: { path: livePath } })
  const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
  const closed = new Promise<number>((done) => socket.on('close', done))
  await expect.poll(() => app.platform.db.selectFrom('ticket').select('path').execute()).toEqual([])
  await sql`alter table organization rename to organization_away`.execute(app.platform.db)
  app.platform.live.changed({ path: '/admin/device/v1/device', ids: ['x'], orgIds: [app.rootId] })
  expect(await closed).toBe(1011)
  await sql`alter table organization_away rename to organization`.execute(app.platform.db)
  expect((await operator.get(session.info, {})).userName).toBe(operator.name)
})
