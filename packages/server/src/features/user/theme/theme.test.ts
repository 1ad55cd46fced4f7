import { defaultTheme, userTheme } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const redDark = { ...defaultTheme, themeName: 'red-black', colorScheme: 'dark' } as const

it('is the default until its user has saved another', async () => {
  const user = await signedIn(app)
  expect(await user.get(userTheme.get, {})).toEqual(defaultTheme)
  await user.get(userTheme.save, { body: redDark })
  expect(await user.get(userTheme.get, {})).toEqual(redDark)
})

it('belongs to one user alone', async () => {
  const [one, other] = [await signedIn(app), await signedIn(app)]
  await one.get(userTheme.save, { body: redDark })
  expect(await other.get(userTheme.get, {})).toEqual(defaultTheme)
})

it('is the default again after a reset', async () => {
  const user = await signedIn(app)
  await user.get(userTheme.save, { body: redDark })
  await user.get(userTheme.save, { body: { ...redDark, layout: 'float' } })
  expect(await user.get(userTheme.reset, {})).toEqual(defaultTheme)
  expect(await user.get(userTheme.get, {})).toEqual(defaultTheme)
})

it('takes in what an older version kept, and drops what no version knows', async () => {
  const user = await signedIn(app)
  const { userId } = await app.platform.db
    .selectFrom('session')
    .select('userId')
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow()
  const keep = (value: object) =>
    app.platform.db
      .insertInto('userSetting')
      .values({ userId, key: 'theme', value: JSON.stringify(value) })
      .onConflict((conflict) =>
        conflict.columns(['userId', 'key']).doUpdateSet({ value: JSON.stringify(value) }),
      )
      .execute()
  await keep({ themeName: 'ocean' })
  expect(await user.get(userTheme.get, {})).toEqual({ ...defaultTheme, themeName: 'ocean' })
  await keep({ themeName: 'chartreuse' })
  expect(await user.get(userTheme.get, {})).toEqual(defaultTheme)
})

it('refuses a value that is none of the choices', async () => {
  const user = await signedIn(app)
  const answer = await user.call(userTheme.save, {
    body: { ...defaultTheme, layout: 'diagonal' as never },
  })
  expect(answer.status).toBe(400)
})
