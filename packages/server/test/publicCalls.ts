import {
  agreeSessionKey,
  type Call,
  challenges,
  codes,
  type InputOf,
  makeKeyPair,
  type ReplyOf,
  session,
  type SettingCalls,
} from '@muster/contract'
import { hashPassword } from '../src/platform/passwords.ts'
import { addressOf, type Answer, openTestUser, type TestApp, type TestUser } from './testApp.ts'
import { sentMails } from './sentMails.ts'

/** Where a call without a session comes from. */
export interface From {
  readonly ip?: string
  /** The Cookie header. */
  readonly cookie?: string
}

export interface PublicAnswer<T> extends Answer<T> {
  /** What the answer sets, as the browser sends it back. */
  readonly cookie: string | undefined
}

/** Makes a call that needs no session. */
export async function callPublic<C extends Call>(
  app: TestApp,
  call: C,
  input: InputOf<C>,
  { ip = '10.0.0.1', cookie }: From = {},
): Promise<PublicAnswer<ReplyOf<C>>> {
  const { url, body } = addressOf(call, input)
  const response = await app.http.inject({
    method: call.method,
    url,
    remoteAddress: ip,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  const set = response.cookies.map(({ name, value }) => `${name}=${value}`)[0]
  return {
    status: response.statusCode,
    cookie: set,
    ...response.json<Omit<Answer<ReplyOf<C>>, 'status'>>(),
  }
}

type Login = InputOf<typeof session.login>['body']

/** A public key that nobody needs the private half of. */
export const aKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY',
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
} as const

/** Tries to sign in; the session of a success is of no further use. */
export const tryLogin = (app: TestApp, login: Login, from: From = {}) =>
  callPublic(app, session.login, { body: { publicKey: aKey, ...login } }, from)

/** Signs in as the console does, with a key pair of its own. */
export async function signInAs(app: TestApp, login: Login, from: From = {}): Promise<TestUser> {
  const pair = await makeKeyPair()
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const answer = await tryLogin(
    app,
    { ...login, publicKey: { kty: 'EC', crv: 'P-256', x, y } },
    from,
  )
  if (answer.code !== codes.success || !answer.data.publicKey)
    throw new Error(`not signed in: ${answer.code} ${answer.msg}`)
  const { data } = answer
  const key = await agreeSessionKey(pair.privateKey, answer.data.publicKey, data.clientId)
  return openTestUser(app, { sessionId: data.clientId, token: data.accessToken, key })
}

export interface Person {
  readonly id: string
  readonly userName: string
  readonly email: string
}

export const aPassword = 'kite harbour velvet'

let people = 0

/** Made once: it is meant to take long. */
let hashOfPassword: Promise<string> | undefined

/** Makes a user with a password (`aPassword`) and a proved mail address. */
export async function addPerson(
  app: TestApp,
  values: { email?: string | null; isSuperAdmin?: boolean } = {},
): Promise<Person> {
  people += 1
  const userName = `person${people}`
  const email = values.email === undefined ? `${userName}@example.org` : values.email
  const { id } = await app.platform.db
    .insertInto('appUser')
    .values({
      userName,
      realName: userName,
      orgId: app.rootId,
      isSuperAdmin: values.isSuperAdmin ?? false,
      passwordHash: await (hashOfPassword ??= hashPassword(aPassword)),
      passwordChangedAt: app.platform.now().toISOString(),
      mustChangePassword: false,
      email,
      emailVerifiedAt: email && app.platform.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, userName, email: email ?? '' }
}

/** A captcha and what its picture shows, for a call's input. */
export async function solvedCaptcha(app: TestApp, from: From = {}) {
  const { data } = await callPublic(app, challenges.captcha, {}, from)
  const { captchaId } = data
  const plain = app.platform.secrets.open(Buffer.from(captchaId, 'base64url'), 'captcha')
  const { text } = JSON.parse(plain.toString()) as { text: string }
  return { captchaId, captcha: text }
}

/** Sets members of a setting, past its screen. */
export async function setSetting(
  app: TestApp,
  { save }: SettingCalls<{ readonly version: number }>,
  value: object,
): Promise<void> {
  const json = JSON.stringify(value)
  await app.platform.db
    .insertInto('setting')
    .values({ path: save.path, value: json, version: 1 })
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ value: json }))
    .execute()
}

/** The code of the last mail to an address. */
export async function mailedCode(app: TestApp, email: string): Promise<string> {
  const mails = await sentMails(app, email)
  return mails.at(-1)?.code ?? ''
}
