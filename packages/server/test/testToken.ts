import { tokens } from '@muster/contract'
import { signedIn, type TestApp, type TestUser, type UserWishes } from './testApp.ts'
import { clientCalling } from './testClient.ts'

/** A signed-in user who has a mail address. */
export async function personOf(app: TestApp, wishes: UserWishes): Promise<TestUser> {
  const user = await signedIn(app, wishes)
  await setUser(user, { email: `${user.name}@example.org` })
  return user
}

/** Changes the account behind a user, past the rules of its routes. */
export const setUser = ({ app, userId }: TestUser, values: object) =>
  app.platform.db.updateTable('appUser').set(values).where('id', '=', userId).execute()

/** What a token may be asked for; the rest is good. */
export interface TokenWish {
  readonly name?: string
  readonly reach?: 'ALL' | 'READ' | 'CHOSEN'
  readonly codes?: string[]
  readonly ipAllow?: string[]
  readonly days?: number
}

let made = 0
export const wishOf = (wish: TokenWish = {}) => ({
  name: `Token ${(made += 1)}`,
  reach: 'ALL' as const,
  days: 30,
  ...wish,
})

/** Makes a token and answers a script that calls with it. */
export async function scriptOf(owner: TestUser, wish: TokenWish = {}) {
  const { token, secret } = await owner.get(tokens.make, { body: wishOf(wish) })
  return { token, script: await clientCalling(owner.app, token.id, secret) }
}

/** Sets a shipped parameter. */
export const setNumber = (app: TestApp, key: string, value: number) =>
  app.platform.db
    .updateTable('parameter')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', key)
    .execute()
