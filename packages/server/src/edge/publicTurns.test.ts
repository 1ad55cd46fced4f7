import { areas, codes, session } from '@muster/contract'
import { expect, it } from 'vitest'
import { addPerson, aKey, aPassword, callPublic } from '../../test/publicCalls.ts'
import { signedIn, startTestApp } from '../../test/testApp.ts'
import { publicTurns } from './publicTurns.ts'

it('leaves the pool to those who are signed in while 300 sign in at once', async () => {
  const app = await startTestApp()
  try {
    const { userName } = await addPerson(app)
    const user = await signedIn(app, { isSuperAdmin: true })
    const body = { userName, password: aPassword, publicKey: aKey }
    let most = 0
    const { pool } = app.platform
    const watch = setInterval(() => (most = Math.max(most, pool.totalCount - pool.idleCount)), 2)
    const signIns = Array.from({ length: 300 }, (_, n) =>
      callPublic(app, session.login, { body }, { ip: `10.1.${n % 250}.${n % 7}` }),
    )
    const during = await user.call(areas.page, { query: {} })
    const answers = (await Promise.all(signIns)).map(({ code }) => code)
    clearInterval(watch)
    expect(during.code).toBe(codes.success)
    expect(answers).not.toContain(codes.unavailable)
    expect(answers.filter((code) => code === codes.success).length).toBeGreaterThan(0)
    // Four of strangers, one of whom is signed in, and what the hub notifies by.
    expect(most).toBeLessThanOrEqual(6)
  } finally {
    await app.close()
  }
}, 300_000)

it('lets one address hold a quarter of the places, and everybody else in', async () => {
  const inTurn = publicTurns()
  const open = Promise.withResolvers<void>()
  const come = (address: string, count: number) =>
    Array.from({ length: count }, () =>
      inTurn(address, () => open.promise).then(
        () => 'answered',
        () => 'refused',
      ),
    )
  const one = come('10.0.0.1', 500)
  const others = come('10.0.0.2', 100)
  open.resolve()
  const answered = (await Promise.all(one)).filter((how) => how === 'answered')
  // Those four that were under way at once are no waiting ones.
  expect(answered).toHaveLength(129)
  expect(await Promise.all(others)).toEqual(others.map(() => 'answered'))
})
