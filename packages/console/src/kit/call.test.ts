import {
  areas,
  codes,
  headers,
  languages,
  makeKeyPair,
  agreeSessionKey,
  post,
  publicKey,
  signRequest,
} from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryDatabase } from '../../test/memoryDatabase.ts'
import { keepRecord } from '../platform/keyStore.ts'
import { forgetRecord } from '../platform/proof.ts'
import { currentAddress, navigate } from '../platform/address.ts'
import { useConnectivity } from '../platform/connectivity.ts'
import { useMask } from '../platform/transport.ts'
import { endStepUp, useStepUp } from '../platform/stepUp.ts'
import { upload } from '../platform/upload.ts'
import { call } from './call.ts'
import { CallError } from './callError.ts'
import { download } from './download/download.ts'
import { endExpiry } from './sessionExpiry.ts'
import { useNotices } from './notify.ts'
import { type User, useSession } from './session.ts'
import { takeTexts } from '../platform/texts.ts'
import { plainSite } from '../../test/site.ts'

interface Sent {
  readonly target: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Reply = { readonly body?: unknown; readonly status?: number } | 'nothing' | 'page'

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
  roleIds: ['r'],
  isSuperAdmin: 0,
  website: null,
  site: plainSite,
  isVirtual: false,
  impersonation: null,
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
    if (reply === 'page') return new Response('<html>Please log in to this network</html>')
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
  takeTexts(shippedTexts['en'] ?? {})
  useConnectivity.setState({ isDown: false, isTold: false })
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

it.each([200, 0, '200', '0'])('takes code %j as success, whatever the status', async (code) => {
  serverSays({ body: { code, msg: '', data: 'x' }, status: 409 })
  expect(await call(languages.list, {})).toBe('x')
})

it.each([
  { name: 'a warning', reply: refusal(codes.warning, 'In use'), says: 'warning: In use' },
  { name: 'an error', reply: refusal(409, 'Taken'), says: 'error: Taken' },
  { name: 'a code in text', reply: { body: { code: '102', msg: 'Busy' } }, says: 'warning: Busy' },
  {
    name: 'the default text of the status where the answer is no JSON',
    reply: { body: 'oops', status: 500 },
    says: 'error: Server encountered an error',
  },
  {
    name: 'the code of the body, not the status',
    reply: { body: { code: 404, msg: '' }, status: 200 },
    says: 'error: The access resource does not exist',
  },
  {
    name: 'the default text of the status that a longer code begins with',
    reply: { body: { code: 40101, msg: '' }, status: 401 },
    says: 'error: User does not have permission (token expiration, username, password error, login expiration)',
  },
  {
    name: 'Network Error where something on the way answers in the place of the server',
    reply: 'page',
    says: 'error: Network Error',
  },
] as const)('shows $name and rejects', async ({ reply, says }) => {
  serverSays(reply)
  await expect(add()).rejects.toBeInstanceOf(CallError)
  expect(shown()).toEqual([says])
})

/** The product spec's section 8, word for word; code 200 is a success and needs no message. */
it.each([
  [201, 'Successfully created or modified data'],
  [202, 'A request has entered the background queue (asynchronous task)'],
  [204, 'Successfully deleted data'],
  [400, 'Incorrect message sent'],
  [
    401,
    'User does not have permission (token expiration, username, password error, login expiration)',
  ],
  [402, 'Token expiration'],
  [403, 'The user is authorized, but access is prohibited'],
  [404, 'The access resource does not exist'],
  [406, 'Request format not available'],
  [410, 'The requested resource is permanently deleted and will not be seen'],
  [500, 'Server encountered an error'],
  [502, 'Bad Gateway'],
  [503, 'Service unavailable, server temporarily overloaded or under maintenance'],
  [504, 'gateway timeout'],
])('says of code %i without a message what the product spec says', async (code, text) => {
  serverSays(refusal(code, ''))
  await expect(add()).rejects.toThrow(text)
  expect(shown()).toEqual([`error: ${text}`])
})

it('shows one toast for one cause', async () => {
  serverSays('nothing', { body: null, status: 502 }, 'nothing')
  await Promise.allSettled([add(), add(), add()])
  expect(shown()).toHaveLength(1)
})

it('is silent about reads that fail while the user knows that the server is away', async () => {
  serverSays('nothing')
  await expect(call(languages.list, {})).rejects.toThrow('Network Error')
  expect(useConnectivity.getState()).toEqual({ isDown: true, isTold: true })
  useNotices.setState({ list: [] })
  await expect(call(languages.list, {})).rejects.toThrow('Network Error')
  expect(shown()).toEqual([])
  await expect(add()).rejects.toThrow('Network Error')
  expect(shown()).toEqual(['error: Network Error'])
  serverSays(ok([]))
  await call(languages.list, {})
  expect(useConnectivity.getState()).toEqual({ isDown: false, isTold: false })
})

it('repeats a read after a passing fault, a write never', async () => {
  const reads = serverSays('nothing', { status: 503 }, ok([]))
  expect(await call(languages.list, {})).toEqual([])
  expect(reads).toHaveLength(3)
  const writes = serverSays('nothing', ok(null))
  await expect(add()).rejects.toThrow('Network Error')
  expect(writes).toHaveLength(1)
})

it('signs a read anew that a balancer has handed in twice', async () => {
  const replayed = { status: 401, body: { code: codes.replayed, msg: '', data: null } }
  const reads = serverSays(replayed, ok([]))
  expect(await call(languages.list, {})).toEqual([])
  expect(reads).toHaveLength(2)
})

it('repeats a write that has a key, under the same key', async () => {
  const sent = serverSays('nothing', { status: 504 }, ok({ id: '1' }))
  const body = { name: 'Europe', code: 'EU', type: 'continent' } as const
  await call(areas.add, { body }, { idempotencyKey: 'key-1' })
  expect(sent.map((one) => one.headers[headers.idempotencyKey])).toEqual([
    'key-1',
    'key-1',
    'key-1',
  ])
})

it.each([
  { kind: 'a read', ask: () => call(languages.list, {}), limit: 30_000 },
  { kind: 'a write', ask: add, limit: 60_000 },
  { kind: 'a download', ask: () => download(languages.list, {}), limit: 10_000_000 },
])('gives $kind $limit ms, and does not repeat what took all of it', async ({ ask, limit }) => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  let asked = 0
  vi.stubGlobal('fetch', () => {
    asked += 1
    late.abort()
    return Promise.reject(late.signal.reason)
  })
  await expect(ask()).rejects.toThrow('Network Error')
  expect([timeout.mock.calls, asked]).toEqual([[[limit]], 1])
  timeout.mockRestore()
})

it('sends a file as it is, with the time that files may take', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const sent = serverSays(ok({ name: 'kept' }))
  const file = new Blob(['x'])
  expect(await upload('/files/image?ticket=t', file)).toMatchObject({ data: { name: 'kept' } })
  expect(sent).toMatchObject([
    { method: 'POST', body: file, headers: { [headers.language]: 'en' } },
  ])
  expect(Object.keys(sent[0]?.headers ?? {})).not.toContain('Content-Type')
  expect(timeout).toHaveBeenCalledWith(10_000_000)
  timeout.mockRestore()
  serverSays('nothing')
  expect(await upload('/files/image?ticket=t', file)).toBe('cut')
})

it('says nothing of a call that its caller gave up', async () => {
  serverSays('nothing')
  const signal = AbortSignal.abort()
  await expect(call(languages.list, {}, { signal })).rejects.not.toBeInstanceOf(CallError)
  expect(shown()).toEqual([])
})

it('covers the page while a call to an address with doEdit is under way, and only then', async () => {
  const seen: number[] = []
  const stop = useMask.subscribe(({ pending }) => seen.push(pending))
  serverSays(ok(null))
  await call(
    post('/admin/any/v1/doEdit', 'signedIn', () => ({})),
    {},
  )
  await add()
  stop()
  expect(seen).toEqual([1, 0])
})

it('leads to 403 where the user is forbidden', async () => {
  serverSays(refusal(codes.forbidden, 'Not yours', { permission: 'AREA_LIST' }))
  await expect(call(languages.list, {})).rejects.toMatchObject({ code: 403 })
  expect(currentAddress()).toEqual({ path: '/403', query: { permission: 'AREA_LIST' } })
})

async function signedIn() {
  const [browser, server] = await Promise.all([makeKeyPair(), makeKeyPair()])
  const jwk = publicKey().parse(await crypto.subtle.exportKey('jwk', server.publicKey))
  const key = await agreeSessionKey(browser.privateKey, jwk, 'client-1')
  const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const
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
  serverSays(refusal(10_000), ok('saved'))
  const saving = add()
  await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ token: null, lapsed: true }))
  expect(localStorage.getItem('token')).toBeNull()
  useSession.setState({ token: 'token-2', lapsed: false })
  endExpiry(true)
  expect(await saving).toBe('saved')
  expect(shown()).toEqual([])
})

it('resets everything where no page was open yet', async () => {
  await signedIn()
  serverSays(refusal(codes.signInAgain))
  await expect(call(languages.list, {})).rejects.toMatchObject({ code: codes.signInAgain })
  expect(useSession.getState()).toMatchObject({ token: null, user: null, lapsed: false })
})

describe('a dangerous call', () => {
  const asked = () => vi.waitFor(() => expect(useStepUp.getState().waiting).not.toEqual([]))
  const isBusy = () => useStepUp.getState().waiting.length > 0

  it('waits for a proof, and is sent once more as it was, under the same key', async () => {
    const sent = serverSays(refusal(codes.proofRequired, 'Prove it'), ok('gone'))
    const idempotencyKey = 'key-1'
    const acting = call(
      post('/x', 'X', () => ({})),
      {},
      { idempotencyKey },
    )
    await asked()
    expect(sent).toHaveLength(1)
    endStepUp(true)
    expect(await acting).toBe('gone')
    expect(sent.map((one) => one.headers[headers.idempotencyKey])).toEqual(['key-1', 'key-1'])
    expect(shown()).toEqual([])
  })

  it('goes on with the proof that another one asked for', async () => {
    const no = refusal(codes.proofRequired, 'Prove it')
    serverSays(no, no, ok(null))
    const both = [add(), add()]
    await vi.waitFor(() => expect(useStepUp.getState().waiting).toHaveLength(2))
    endStepUp(true)
    await expect(Promise.all(both)).resolves.toEqual([null, null])
    expect(isBusy()).toBe(false)
  })

  it('is asked about again where the server wants a proof for each', async () => {
    const no = refusal(codes.proofRequired, 'Prove it')
    serverSays(no, no, ok(null))
    const acting = add()
    for (let time = 0; time < 2; time++) {
      await asked()
      endStepUp(true)
    }
    await expect(acting).resolves.toBeNull()
  })

  it('is given up without another word when the user gives up', async () => {
    serverSays(refusal(codes.proofRequired, 'Prove it'))
    const acting = add()
    await asked()
    endStepUp(false)
    await expect(acting).rejects.toMatchObject({ code: codes.proofRequired })
    expect(shown()).toEqual([])
  })
})
