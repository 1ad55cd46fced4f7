import { livePath, noticesPath, session } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { mostStreams } from './live.plugin.ts'

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
  // Open once it hears: before that, the organisation is still read for the ticket.
  const heard: unknown[] = []
  socket.on('message', (message) => heard.push(message))
  await expect
    .poll(() => {
      app.platform.live.changed({ path: noticesPath, ids: [], orgIds: [] })
      return heard.length
    })
    .toBeGreaterThan(0)
  await sql`alter table organization rename to organization_away`.execute(app.platform.db)
  app.platform.live.changed({ path: '/admin/device/v1/device', ids: ['x'], orgIds: [app.rootId] })
  expect(await closed).toBe(1011)
  await sql`alter table organization_away rename to organization`.execute(app.platform.db)
  expect((await operator.get(session.info, {})).userName).toBe(operator.name)
})

it('gives one session no more streams than tabs, and others theirs', async () => {
  const [greedy, other] = [await signedIn(app), await signedIn(app)]
  const open = async (user: TestUser) => {
    const { ticket } = await user.get(session.ticket, { body: { path: livePath } })
    const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
    const closed = new Promise<number>((done) => socket.on('close', done))
    return { socket, closed }
  }
  const streams = await Promise.all(Array.from({ length: 60 }, () => open(greedy)))
  const isOpen = ({ socket }: (typeof streams)[number]) => socket.readyState === socket.OPEN
  await expect.poll(() => streams.filter(isOpen).length).toBe(mostStreams)
  const refused = streams.filter((stream) => !isOpen(stream))
  expect(new Set(await Promise.all(refused.map(({ closed }) => closed)))).toEqual(new Set([4429]))
  const another = await open(other)
  app.platform.live.changed({ path: noticesPath, ids: [], orgIds: [] })
  await new Promise((done) => another.socket.on('message', done))
  expect(isOpen(another)).toBe(true)
  for (const { socket } of [...streams, another]) socket.close()
})
