import {
  areas,
  codes,
  headers,
  languages,
  makeKeyPair,
  agreeSessionKey,
  publicKey,
  signRequest,
} from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryDatabase } from '../../test/memoryDatabase.ts'
import { keepRecord } from '../platform/keyStore.ts'
import { forgetRecord } from '../platform/proof.ts'
import { currentAddress, navigate } from '../platform/address.ts'
import { call } from './call.ts'
import { CallError } from './callError.ts'
import { endLapse } from './lapse.ts'
import { useNotices } from './notify.ts'
import { type User, useSession } from './session.ts'
import { takeTexts } from '../platform/texts.ts'

interface Sent {
  readonly target: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Reply = { readonly body?: unknown; readonly status?: number } | 'nothing'

const user: User = {
  id: '1',
  userName: 'admin',
  realName: '',
  nickName: '',
  avatar: null,
  language: null,
  timeZone: null,
  dateFormat: 'locale',
  systemRoleId: 'r',
  isSuperAdmin: 0,
  website: null,
  isVirtual: false,
  btns: [],
  permissions: [],
}

/** Answers the requests in turn; the last answer stays. */
function serverSays(...replies: readonly Reply[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (target: string, init: Omit<Sent, 'target'>) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)] ?? 'nothing'
    sent.push({ ...init, target })
    if (reply === 'nothing') throw new TypeError('Failed to fetch')
    return Response.json(reply.body ?? null, { status: reply.status ?? 200 })
  })
  return sent
}

const ok = (data: unknown): Reply => ({ body: { code: 200, msg: 'Done', data } })
const refusal = (code: number, msg = 'No', data: unknown = null): Reply => ({
  body: { code, msg, data },
})
const shown = () => useNotices.getState().list.map(({ kind, text }) => `${kind}: ${text}`)
const add = () => call(areas.add, { body: { name: 'Europe', code: 'EU', type: 'continent' } })

beforeEach(() => {
  memoryDatabase()
  forgetRecord()
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  takeTexts({
    'shell.networkError': 'Network Error',
    'shell.code.500': 'Server encountered an error',
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useNotices.setState({ list: [] })
  useSession.setState({ token: null, user: null, lapsed: false })
  navigate('/')
})

it('fills path, query and language, and answers the data', async () => {
  const sent = serverSays(ok({ a: 'b' }))
  expect(await call(languages.frontPack, { params: { code: 'ar-IQ' } })).toEqual({ a: 'b' })
  await call(areas.page, { query: { pageNum: 2, keyword: 'a b', code: '' } })
  expect(sent.map(({ target }) => target)).toEqual([
    '/admin/system/v1/language/details/front/ar-IQ',
    '/admin/timezone/v1/area/page?pageNum=2&keyword=a+b',
  ])
  expect(sent[0]?.headers).toEqual({ [headers.language]: 'en' })
})

it.each([200, 0, '200', '0'])('takes code %j as success', async (code) => {
  serverSays({ body: { code, msg: '', data: 'x' } })
  expect(await call(languages.list, {})).toBe('x')
})

it.each([
  { name: 'a warning', reply: refusal(codes.warning, 'In use'), says: 'warning: In use' },
  { name: 'an error', reply: refusal(409, 'Taken'), says: 'error: Taken' },
  {
    name: 'the default text where the answer has none',
    reply: { body: 'oops', status: 500 },
    says: 'error: Server encountered an error',
  },
])('shows $name and rejects', async ({ reply, says }) => {
  serverSays(reply)
  await expect(add()).rejects.toBeInstanceOf(CallError)
  expect(shown()).toEqual([says])
})

it('shows one toast for one cause', async () => {
  serverSays('nothing')
  await Promise.allSettled([add(), add(), add()])
  expect(shown()).toEqual(['error: Network Error'])
})

it('repeats a read after a passing fault, a write never', async () => {
  const reads = serverSays('nothing', { status: 503 }, ok([]))
  expect(await call(languages.list, {})).toEqual([])
  expect(reads).toHaveLength(3)
  const writes = serverSays('nothing', ok(null))
  await expect(add()).rejects.toThrow('Network Error')
  expect(writes).toHaveLength(1)
})

it('leads to 403 where the user is forbidden', async () => {
  serverSays(refusal(codes.forbidden, 'Not yours', { permission: 'AREA_LIST' }))
  await expect(call(languages.list, {})).rejects.toMatchObject({ code: 403 })
  expect(currentAddress()).toEqual({ path: '/403', query: { permission: 'AREA_LIST' } })
})

async function signedIn() {
  const [browser, server] = await Promise.all([makeKeyPair(), makeKeyPair()])
  const jwk = publicKey.parse(await crypto.subtle.exportKey('jwk', server.publicKey))
  const key = await agreeSessionKey(browser.privateKey, jwk, 'client-1')
  const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0 } as const
  await keepRecord({ clientId: 'client-1', key, userName: 'admin', clockOffset: 0, ...flags })
  useSession.setState({ token: 'token-1' })
  return key
}

it('signs what it sends, with a number that rises', async () => {
  const key = await signedIn()
  const sent = serverSays(ok(null))
  await add()
  await add()
  const nonces = sent.map(({ headers: h }) => h[headers.signature]?.split('.')[1]?.slice(0, 16))
  expect(nonces).toEqual(['0000000000000001', '0000000000000002'])
  const [first] = sent
  expect(first?.headers[headers.signature]).toBe(
    await signRequest(key, {
      method: 'POST',
      path: '/admin/timezone/v1/area/add',
      body: new TextEncoder().encode(first?.body ?? ''),
      timestamp: first?.headers[headers.timestamp] ?? '',
      clientId: 'client-1',
      nonce: first?.headers[headers.signature]?.split('.')[1] ?? '',
      accessToken: 'token-1',
    }),
  )
})

it('takes the server time from a refusal of its clock and tries once more', async () => {
  await signedIn()
  const serverTime = Date.now() + 3_600_000
  const sent = serverSays(refusal(codes.clockSkew, 'Clock', { serverTime }), ok(null))
  await add()
  expect(Number(sent[1]?.headers[headers.timestamp])).toBeGreaterThan(serverTime - 10_000)
  const again = serverSays(refusal(codes.clockSkew, 'Clock', { serverTime }))
  await expect(add()).rejects.toMatchObject({ code: codes.clockSkew })
  expect(again).toHaveLength(2)
})

it('waits under an open page until the same user has signed in again', async () => {
  await signedIn()
  useSession.setState({ user })
  serverSays(refusal(codes.signInAgain), ok('saved'))
  const saving = add()
  await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ token: null, lapsed: true }))
  expect(localStorage.getItem('token')).toBeNull()
  useSession.setState({ token: 'token-2', lapsed: false })
  endLapse(true)
  expect(await saving).toBe('saved')
  expect(shown()).toEqual([])
})

it('resets everything where no page was open yet', async () => {
  await signedIn()
  serverSays(refusal(codes.signInAgain))
  await expect(call(languages.list, {})).rejects.toMatchObject({ code: codes.signInAgain })
  expect(useSession.getState()).toMatchObject({ token: null, user: null, lapsed: false })
})
