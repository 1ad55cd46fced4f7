import { codes, ownSessions, passwordPolicy, session } from '@muster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  setSetting,
  signInAs,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

const clock = { now: () => new Date() }
let app: TestApp

beforeAll(async () => {
  app = await startTestApp(clock)
})
afterEach(async () => {
  clock.now = () => new Date()
  await setSetting(app, passwordPolicy, {})
})
afterAll(() => app.close())

const minutesOn = (minutes: number) => {
  const moment = clock.now().getTime() + minutes * 60_000
  clock.now = () => new Date(moment)
}

const openSession = async (): Promise<TestUser> => {
  const { userName } = await addPerson(app)
  return signInAs(app, { userName, password: aPassword })
}

const isAlive = async (user: TestUser) => (await user.call(session.menu, {})).code === codes.success

describe('my sessions', () => {
  it('are listed, and ended one by one or all but this', async () => {
    const { userName } = await addPerson(app)
    const login = { userName, password: aPassword }
    const [a, b, c] = [
      await signInAs(app, login),
      await signInAs(app, login),
      await signInAs(app, login),
    ]
    const list = await c.get(ownSessions.list, {})
    expect(list.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [c.sessionId, true],
      [b.sessionId, false],
      [a.sessionId, false],
    ])
    await c.get(ownSessions.end, { params: { id: a.sessionId } })
    expect([await isAlive(a), await isAlive(b)]).toEqual([false, true])
    expect(await c.get(ownSessions.endOthers, {})).toEqual({ count: 1 })
    expect([await isAlive(b), await isAlive(c)]).toEqual([false, true])
  })

  it('are nobody else’s to end', async () => {
    const [mine, theirs] = [await openSession(), await openSession()]
    const answer = await mine.call(ownSessions.end, { params: { id: theirs.sessionId } })
    expect(answer.code).toBe(codes.notFound)
    expect(await isAlive(theirs)).toBe(true)
  })
})

describe('the sign-in history', () => {
  it('shows one’s own sign-ins and failures, the newest first', async () => {
    const { userName } = await addPerson(app)
    await tryLogin(app, { userName, password: 'wrong' }, { ip: '10.3.3.3' })
    const user = await signInAs(app, { userName, password: aPassword })
    await tryLogin(app, { userName: 'someone-else', password: 'wrong' })
    const page = await user.get(ownSessions.signIns, { query: {} })
    expect(page.total).toBe(2)
    expect(page.list.map(({ result }) => result)).toEqual(['SUCCESS', 'WRONG_PASSWORD'])
    const failed = { query: { result: 'WRONG_PASSWORD', keyword: '10.3' } } as const
    expect((await user.get(ownSessions.signIns, failed)).list).toMatchObject([{ ip: '10.3.3.3' }])
  })
})

describe('an idle session', () => {
  it('is over after the minutes of the policy, as it stands now', async () => {
    const user = await openSession()
    minutesOn(14)
    expect(await isAlive(user)).toBe(true)
    minutesOn(14)
    expect(await isAlive(user)).toBe(true)
    minutesOn(16)
    expect(await isAlive(user)).toBe(false)
  })

  it('follows a change of the policy at once', async () => {
    const user = await openSession()
    await setSetting(app, passwordPolicy, { idleMinutes: 5 })
    minutesOn(6)
    expect(await isAlive(user)).toBe(false)
    await setSetting(app, passwordPolicy, { idleMinutes: 60 })
    expect(await isAlive(user)).toBe(true)
  })

  it('is not kept alive by what the console asks by itself', async () => {
    const user = await openSession()
    for (let poll = 0; poll < 4; poll++) {
      minutesOn(4)
      await user.send({ method: 'GET', url: session.menu.path, headers: { BACKGROUND: '1' } })
    }
    expect(await isAlive(user)).toBe(false)
  })

  it('is over after twelve hours, however busy', async () => {
    const user = await openSession()
    for (let quarter = 0; quarter < 51; quarter++) {
      minutesOn(14)
      expect(await isAlive(user)).toBe(true)
    }
    minutesOn(7)
    expect(await isAlive(user)).toBe(false)
  })
})
