import * as contract from '@muster/contract'
import {
  redacted,
  type Call,
  columnsOf,
  customizes,
  membersOf,
  paramDicts,
  recovery,
  secondFactor,
  secret,
  tokens,
} from '@muster/contract'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Every call of the contract. */
const calls = Object.values(contract)
  .flatMap((group): unknown[] => (typeof group === 'object' ? Object.values(group) : []))
  .filter((call: unknown): call is Call => {
    const isObject = typeof call === 'object' && call !== null
    return isObject && 'schemas' in call && 'method' in call
  })

it('writes no code that opens a door into the log, refused or not', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  await user.call(secondFactor.bind, { body: { code: '424242' } })
  const body = { userName: user.name, codeId: 'x', code: '434343' }
  await user.call(recovery.unlock, { body })
  const { rows } = await app.platform.pool.query<{ path: string; text: string; code: string }>(
    `select path, to_jsonb(action_log)::text as text, request ->> 'code' as code from action_log`,
  )
  expect(Object.fromEntries(rows.map(({ path, code }) => [path, code]))).toEqual({
    [recovery.unlock.path]: '***',
    [secondFactor.bind.path]: '***',
  })
  expect(rows.map(({ text }) => text).join()).not.toMatch(/424242|434343/)
})

it('shows that a parameter is secret no more, and nothing of what was secret', async () => {
  const user = await signedIn(app, { isSuperAdmin: true })
  const body = { pid: 'door.code', title: 'Door', dataType: 'STRING' as const }
  const sealed = { secret: true, secretDefault: 'canary-nine' }
  const { id } = await user.get(paramDicts.add, { body: { ...body, ...sealed } })
  await user.get(paramDicts.update, { body: { ...body, id, version: 1, secret: false } })
  const { rows } = await app.platform.pool.query<{
    request: object
    before: object
    after: object
  }>(
    `select request, before, after from action_log where path = $1 and method = $2 and code = 200`,
    [paramDicts.update.path, paramDicts.update.method],
  )
  const [entry] = rows
  expect(entry?.request).toMatchObject({ secret: false })
  expect(entry?.before).toMatchObject({ secret: true })
  expect(entry?.after).toMatchObject({ secret: false })
  expect(JSON.stringify(rows)).not.toContain('canary-nine')
})

it('blots out what the contract marks, however deep it lies and whoever sent it', () => {
  const body = z.strictObject({
    name: z.string(),
    pin: secret(z.optional(z.string())),
    keys: z.optional(z.array(z.strictObject({ id: z.string(), key: secret(z.string()) }))),
    either: z.union([
      z.strictObject({ one: secret(z.string()) }),
      z.strictObject({ two: z.int() }),
    ]),
  })
  const sent = { name: 'a', pin: '1', keys: [{ id: 'x', key: 'y' }], either: { one: 'z' } }
  expect(redacted(body, sent)).toEqual({
    name: 'a',
    pin: '***',
    keys: [{ id: 'x', key: '***' }],
    either: { one: '***' },
  })
  expect(redacted(z.nullable(body), null)).toBeNull()
})

/** Members that are called like a secret and are none; `token` names one, or stands in DNS for all to read. */
const noSecrets = new Set([
  'hasSecret',
  'hasSignerSecret',
  'isSecret',
  'keptSecrets',
  'secretPids',
  'hasPassword',
  'oldSecretUntil',
  'passwordChangedAt',
  'recoveryCodesLeft',
  'secretSince',
  'tokenHours',
  'tokenMinutes',
])
const openTokens = new Set<unknown>([
  tokens.make.path,
  ...Object.values(customizes).map(({ path }) => path),
])

it('is told by the contract of every secret in a body or an answer', () => {
  const looksSecret = /password|secret|token|totp|cipher|recoveryCodes|credential|codeId|captcha/i
  const unmarked = calls.flatMap(({ method, path, schemas: { body, query, reply } }) =>
    [body, query, reply].flatMap((schema) =>
      membersOf(schema)
        .filter((member) => {
          const name = member.path.at(-1) ?? ''
          const isOpen =
            noSecrets.has(name) ||
            (name === 'token' && openTokens.has(path)) ||
            // Whether a parameter is one.
            (name === 'secret' && path.startsWith('/admin/param/'))
          return looksSecret.test(name) && !member.isSecret && !isOpen
        })
        .map((member) => `${method} ${path}: ${member.path.join('.')}`),
    ),
  )
  expect(unmarked).toEqual([])
})

it('knows every mailed code of the contract for a secret', () => {
  const bodies = calls.map(({ schemas: { body } }) => membersOf(body))
  const mailed = bodies.filter((members) => members.some(({ path }) => path.join() === 'codeId'))
  expect(mailed.length).toBeGreaterThan(3)
  const isMarked = (members: (typeof bodies)[number]) =>
    members.some(({ path, isSecret }) => path.join() === 'code' && isSecret)
  expect(mailed.every(isMarked)).toBe(true)
})

it('lets no secret into a file, an import, or what is done in the background', () => {
  const pages = calls.filter(({ path }) => path.endsWith('/page'))
  expect(pages.length).toBeGreaterThan(20)
  const rowsOf = ({ schemas: { reply } }: Call) =>
    membersOf(reply).flatMap(({ path: [list, ...names], isSecret }) =>
      list === 'list' && names.length === 1 && isSecret ? names : [],
    )
  const secretColumns = pages.flatMap((page) => rowsOf(page).map((name) => [page, name] as const))
  expect(secretColumns.length).toBeGreaterThan(0)
  expect(secretColumns.filter(([page, name]) => columnsOf(page).has(name))).toEqual([])
  const batches = calls.filter(({ schemas: { body } }) =>
    membersOf(body).some(({ path }) => path.join() === 'matching'),
  )
  expect(batches.length).toBeGreaterThan(5)
  expect(
    batches.flatMap(({ schemas }) => membersOf(schemas.body).filter((m) => m.isSecret)),
  ).toEqual([])
})
