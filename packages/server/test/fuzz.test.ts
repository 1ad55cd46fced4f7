import { type Call, codes, devices, session, stepUp } from '@muster/contract'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../src/features/index.ts'
import { type ArbitraryInput, inputsOf, knownIds } from './arbitraryInput.ts'
import { sampleRequest } from './sampleInput.ts'
import { share } from './share.ts'
import {
  addressOf,
  type Answer,
  type RawCall,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from './testApp.ts'
import { addDevices, addEstate } from './testEstate.ts'

const calls = features.flatMap((feature) => feature.routes).map(({ call }) => call)
const writes = calls.filter(({ method }) => method !== 'GET')
const withBody = writes.filter((call) => call.schemas.body && !call.bytes)
const line = ({ method, path }: Call) => `${method} ${path}`
const nobody = '00000000-0000-7000-8000-000000000001'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTestApp()
  user = await signedIn(app, { isSuperAdmin: true })
  const estate = await addEstate(app)
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'SN', count: 3 })
  knownIds.push(estate.vendorId, estate.categoryId, estate.modelId, ...ids, app.rootId)
})
afterAll(() => app.close())

/** Each bad input goes to some of the calls, others than the last: the edge that refuses it is the same for all. */
const parts = 8

/** Bad inputs, each with its number. */
const numbered = <T extends readonly unknown[]>(inputs: readonly T[]) =>
  inputs.map((input, n) => [n, ...input] as const)

/** The calls that answer bad input otherwise than by one of these codes. */
async function answeringOtherwise(
  asked: readonly Call[],
  codes: readonly number[],
  change: (raw: RawCall) => RawCall,
): Promise<string[]> {
  const odd: string[] = []
  for (const call of asked) {
    const answer = await user.send(change(sampleRequest(call, { id: nobody })))
    if (!codes.includes(answer.code) || typeof answer.msg !== 'string')
      odd.push(`${line(call)}: ${answer.status} ${answer.code}`)
  }
  return odd
}

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(values)
const quoted = (inner: number[]) =>
  bytes(...Buffer.from('{"name":"'), ...inner, ...Buffer.from('"}'))

describe('every call with a body', () => {
  it.each(
    numbered([
      ['half an object', '{'],
      ['half a member', '{"name":'],
      ['no JSON', 'name=x'],
      ['a comma too many', '{"ids":[],}'],
      ['two values', '{}{}'],
      ['a comment', '{/**/}'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['a number', '1'],
      ['nothing', 'null'],
      ['NaN', 'NaN'],
      ['an endless number', '{"sort":1e999}'],
      ['a prototype', '{"__proto__":{"isSuperAdmin":true}}'],
      ['a constructor', '{"constructor":{"prototype":{}}}'],
      ['NUL', '{"name":"a\\u0000b","ids":["\\u0000"]}'],
      ['half a character', '{"name":"\\ud800","ids":["\\udc00"]}'],
      ['half a character as a name', '{"\\ud800":1}'],
    ] as const),
  )('%i: refuses %s', async (n, _, body) => {
    const some = share(withBody, n, parts)
    expect(await answeringOtherwise(some, [400], (raw) => ({ ...raw, body }))).toEqual([])
  })

  // What is that large takes its time: each goes to a tenth of the calls, to others than the last.
  it.each(
    [
      ['a deep list', '['.repeat(200_000)],
      ['a deep list that ends', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
      ['a deep object', '{"a":'.repeat(100_000)],
      ['a deep object that ends', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
      ['a deep object with an escape', `${'{"\\u0061":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
      ['very many members', `{${Array.from({ length: 50_000 }, (_, n) => `"m${n}":1`).join()}}`],
      ['very many ids', `{"ids":[${Array.from({ length: 20_000 }, () => `"${nobody}"`).join()}]}`],
    ].map(([name = '', body = ''], turn) => [name, body, turn] as const),
  )('refuses %s that is large', async (_, body, turn) => {
    const some = share(withBody, turn, 10)
    expect(some.length).toBeGreaterThan(5)
    expect(await answeringOtherwise(some, [400], (raw) => ({ ...raw, body }))).toEqual([])
  })

  it.each(
    numbered([
      ['stray bytes', quoted([0xff, 0xfe])],
      ['an overlong NUL', quoted([0xc0, 0x80])],
      ['half a character in bytes', quoted([0xed, 0xa0, 0x80])],
      ['half a sequence', quoted([0xe2, 0x82])],
      ['a bare NUL', quoted([0])],
      ['UTF-16', bytes(0xff, 0xfe, 0x7b, 0, 0x7d, 0)],
    ] as const),
  )('%i: refuses %s', async (n, _, body) => {
    const some = share(withBody, n, parts)
    expect(await answeringOtherwise(some, [400], (raw) => ({ ...raw, body }))).toEqual([])
  })

  it('refuses an unknown member', async () => {
    const change = (raw: RawCall) => {
      const known = typeof raw.body === 'string' ? raw.body.slice(1, -1) : ''
      return { ...raw, body: `{${known}${known ? ',' : ''}"nonsense":1}` }
    }
    expect(await answeringOtherwise(withBody, [400], change)).toEqual([])
  })
})

describe('every call that writes', () => {
  it('refuses ten megabytes unread, and a stranger where parts of files come in', async () => {
    const [ten, twenty] = [Buffer.alloc(10 * 1024 * 1024, ' '), Buffer.alloc(20 * 1024 * 1024, ' ')]
    const odd: string[] = []
    for (const call of writes) {
      const payload = call.bytes ? twenty : ten
      const [status, code] = call.bytes ? [401, codes.signInAgain] : [413, 413]
      const { method, url } = sampleRequest(call, { id: nobody })
      const answer = await app.http.inject({ method: method as 'POST', url, payload })
      if (answer.statusCode !== status || answer.json<Answer<null>>().code !== code)
        odd.push(line(call))
    }
    expect(odd).toEqual([])
  })

  it('takes no body where none is asked for', async () => {
    const without = writes.filter(({ schemas }) => !schemas.body)
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const bodies = ['{"a":1}', '[]', 'x', '{', 'null', deep]
    for (const [turn, body] of bodies.entries()) {
      const some = share(without, turn, bodies.length)
      expect(await answeringOtherwise(some, [400, 404], (raw) => ({ ...raw, body }))).toEqual([])
    }
  })

  it('does not care how a body is called', async () => {
    const types = [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      ';;;',
    ]
    for (const [turn, type] of types.entries()) {
      const headers = { 'content-type': type }
      const change = (raw: RawCall) => ({ ...raw, body: '{', headers })
      const some = share(withBody, turn, types.length)
      expect(await answeringOtherwise(some, [400], change)).toEqual([])
    }
  })
})

describe('every call', () => {
  const ids = ['%', '%zz', '%00', '%ff', '%ed%a0%80', '..', "'", 'x'.repeat(300), '%2F', '%C3%A9']
  it.each(numbered(ids.map((id) => [id] as const)))('%i: refuses the id %s', async (n, id) => {
    const named = share(
      calls.filter(({ path }) => path.includes('{id}')),
      n,
      parts,
    )
    const change = (raw: RawCall) => ({ ...raw, url: raw.url.replaceAll(nobody, id) })
    // Two dots are taken out of an address on its way, and a quote of a query is written otherwise: what is left
    // may be another call's, or was not signed.
    const answers = id === '..' || id === "'" ? [400, 404, codes.badSignature] : [400, 404]
    expect(await answeringOtherwise(named, answers, change)).toEqual([])
  })

  const queries = [
    'keyword=%00',
    'keyword=%ED%A0%80',
    'keyword=%FF',
    'sn=%F4%8F%BF%BF',
    'pageNum=1&pageNum=2',
    'keyword[a]=1',
    '__proto__=1',
    'pageNum=1e3000',
    'pageSize=NaN',
    'sortField=__proto__&sortOrder=asc',
    'sortField=constructor',
    `keyword=${'x'.repeat(5000)}`,
    '&&&==%',
    'status=2',
  ].map((query) => [query] as const)
  it.each(numbered(queries))(
    '%i: reads with the query %s without falling over',
    async (n, query) => {
      const reads = share(
        calls.filter(({ method, path }) => method === 'GET' && path !== session.logout.path),
        n,
        parts,
      )
      const change = (raw: RawCall) => ({ ...raw, url: `${raw.url}?${query}` })
      expect(await answeringOtherwise(reads, [200, 400, 404, 40901, 40902, 40904], change)).toEqual(
        [],
      )
    },
  )

  it('answers an unknown path and a wrong verb as JSON', async () => {
    const odd = [
      '/admin/nothing',
      '/admin/../etc/passwd',
      '/admin/device/v1/device/',
      '/admin/%zz',
      '//',
    ]
    for (const url of odd)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
        expect([400, 404]).toContain((await user.send({ method, url })).code)
  })

  // Who gives a wrong password again and again loses his session.
  const confirmed = [session.changePassword, stepUp.prove].map(({ path }) => path)

  // A session that ends, or a password that is guessed at, would only slow the rest down.
  const fuzzed = calls.filter(
    ({ path }) => ![session.logout.path, session.login.path].includes(path),
  )

  it.each(fuzzed.map((call) => [line(call), call] as const))(
    '%s: any input has its code',
    async (_, call) => {
      const asker = confirmed.includes(call.path)
        ? await signedIn(app, { isSuperAdmin: true })
        : user
      const property = fc.asyncProperty(inputsOf(call), async (input) => {
        const { status, code, msg } = await ask(asker, call, input)
        expect(status).toBeLessThan(500)
        expect(code).toBeGreaterThanOrEqual(102)
        expect(msg).not.toBe('')
      })
      await fc.assert(property, {
        numRuns: 4,
        interruptAfterTimeLimit: 20_000,
        endOnFailure: true,
      })
    },
  )

  it('has failed nowhere', async () => {
    expect(app.failures).toEqual([])
    expect((await user.call(devices.count, { query: {} })).code).toBe(200)
  })
})

function ask(asker: TestUser, call: Call, input: ArbitraryInput): Promise<Answer<unknown>> {
  return asker.send({ method: call.method, ...addressOf(call, input) })
}
