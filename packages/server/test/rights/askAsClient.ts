import { codes } from '@muster/contract'
import { refusalOf } from '../../src/edge/failure.ts'
import { mayEnter } from '../../src/edge/mayEnter.ts'
import { parseRequest } from '../../src/edge/parse.ts'
import type { Context, Principal } from '../../src/kit/context.ts'
import { Refusal } from '../../src/kit/refusal.ts'
import type { Route } from '../../src/kit/serve.ts'
import { scopeOf } from '../../src/platform/dataScope.ts'
import type { RawCall, TestApp } from '../testApp.ts'

interface Asked {
  readonly raw: RawCall
  readonly orgId: string
  readonly permissions: readonly string[]
}

/** What an API client of an organisation is answered: from the check of its rights to the handler. */
export async function askAsClient(
  { platform }: TestApp,
  route: Route,
  { raw, orgId, permissions }: Asked,
): Promise<{ code: number; data: unknown }> {
  const { rows } = await platform.pool.query<{ path: string }>(
    'select path::text from organization where id = $1',
    [orgId],
  )
  const places = [{ id: orgId, path: rows[0]?.path ?? '', withBelow: true }]
  const rule = { isEverywhere: false, places, isOwn: false, vendorIds: [], modelIds: [] }
  const principal: Principal = {
    kind: 'client',
    userId: '00000000-0000-7000-8000-00000000000c',
    userName: 'a client',
    sessionId: '',
    orgId,
    isSuperAdmin: false,
    mustChangePassword: false,
    mustBindFactor: false,
    roleIds: [],
    permissions: new Set(permissions),
    scope: scopeOf([rule]),
  }
  if (!mayEnter(principal, route)) return { code: codes.forbidden, data: null }
  try {
    const parsed = parseRequest(route.call, partsOf(route, raw))
    const data = await platform.db
      .transaction()
      .execute((db) => route.handle(parsed, { ...contextOf(principal), platform, db }))
    return data instanceof Refusal ? { code: data.code, data: null } : { code: codes.success, data }
  } catch (error) {
    return { code: refusalOf(error, platform.log).code, data: null }
  }
}

function partsOf({ call }: Route, { url, body }: RawCall) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const pattern = new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(pathname)?.slice(1) ?? []
  return {
    params: Object.fromEntries(names.map((name, place) => [name, values[place]])),
    query: Object.fromEntries(searchParams),
    body: Buffer.from(typeof body === 'string' ? body : ''),
    language: 'en',
  }
}

const nothing = () => undefined

const contextOf = (principal: Principal): Omit<Context, 'platform' | 'db'> => ({
  principal,
  language: 'en',
  ip: '10.0.0.9',
  host: '',
  cookies: { get: () => null, set: nothing },
  userAgent: 'a client',
  now: () => new Date(),
  changed: nothing,
  ring: nothing,
  note: nothing,
})
