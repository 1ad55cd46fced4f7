import { randomUUID } from 'node:crypto'
import type { RequestKey, ScopeKind } from '@muster/contract'
import { makeToken } from '../src/platform/secrets.ts'
import { type TestApp, TestUser } from './testApp.ts'

interface ClientWishes {
  readonly name?: string
  readonly orgId?: string
  readonly kind?: string
  /** Button codes that it holds. */
  readonly permissions?: readonly string[]
  readonly dataScope?: ScopeKind
}

let made = 0

/** A request key as a client makes it of its secret. */
const keyOf = (secret: string) =>
  crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )

/** A client that was given its secret, calling as a good one does, or as a bad one. */
export async function clientCalling(
  app: TestApp,
  id: string,
  secret: string | RequestKey,
): Promise<TestUser> {
  const key = typeof secret === 'string' ? await keyOf(secret) : secret
  return new TestUser(app, { userId: id, name: 'client', sessionId: id, token: '', key })
}

/** Makes an API client past the rules of its routes. */
export async function addClient(app: TestApp, wishes: ClientWishes = {}): Promise<TestUser> {
  const { db, secrets } = app.platform
  const { permissions = [], dataScope: kind = 'OWN_ORG_AND_BELOW' } = wishes
  const { id } = await db
    .insertInto('apiClient')
    .values({
      name: wishes.name ?? `Client ${++made}`,
      kind: wishes.kind ?? 'OPEN_API',
      orgId: wishes.orgId ?? app.rootId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('dataScope').values({ clientId: id, kind }).execute()
  for (const buttonCode of permissions) {
    await db
      .insertInto('menu')
      .values({ menuType: 2, menuName: buttonCode, buttonCode })
      .onConflict((conflict) => conflict.column('buttonCode').doNothing())
      .execute()
    const menu = db.selectFrom('menu').where('buttonCode', '=', buttonCode)
    await db
      .insertInto('apiClientMenu')
      .columns(['clientId', 'menuId'])
      .expression(menu.select((eb) => [eb.val(id).as('clientId'), 'menu.id as menuId']))
      .execute()
  }
  const secretId = randomUUID()
  const secret = makeToken()
  const sealed = secrets.seal(Buffer.from(secret), `api_client_secret:${secretId}`)
  await db.insertInto('apiClientSecret').values({ id: secretId, clientId: id, sealed }).execute()
  return clientCalling(app, id, secret)
}
