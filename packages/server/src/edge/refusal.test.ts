import { codes, post } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'
import { everyone } from '../access/scope.ts'
import { Outside, serve } from '../kit/serve.ts'
import { makeHttp } from '../platform/http.ts'
import { mountFeatures } from './routes.ts'

let app: TestApp
let http: Awaited<ReturnType<typeof makeHttp>>

const refusal = () => new Refusal(codes.warning, 'refusal.inUse')
const keep = (ctx: Context, name: string) =>
  ctx.db
    .insertInto('platformKey')
    .values({ name, publicKey: Buffer.alloc(1), sealedPrivateKey: Buffer.alloc(1) })
    .execute()

const calls = {
  undone: post('/admin/test/v1/undone', 'public', () => ({})),
  kept: post('/admin/test/v1/kept', 'public', () => ({})),
  keptAfterTalk: post('/admin/test/v1/keptAfterTalk', 'public', () => ({})),
}

const planted = serve(calls, everyone, {
  undone: async (_, ctx) => {
    await keep(ctx, 'undone')
    throw refusal()
  },
  kept: async (_, ctx) => {
    await keep(ctx, 'kept')
    throw refusal().afterCommit()
  },
  keptAfterTalk: async () =>
    new Outside(async () => async (ctx) => {
      await keep(ctx, 'keptAfterTalk')
      throw refusal().afterCommit()
    }),
})

beforeAll(async () => {
  app = await startTestApp()
  http = await makeHttp(app.platform.log, { secure: false })
  mountFeatures(http, app.platform, [planted])
})
afterAll(async () => {
  await http.close()
  await app.close()
})

it.each([
  ['undoes what the call has written', 'undone', 0],
  ['keeps it where it is thrown after the commit', 'kept', 1],
  ['keeps it also after somebody outside was asked', 'keptAfterTalk', 1],
] as const)('%s', async (_, name, rows) => {
  const answer = await http.inject({ method: 'POST', url: calls[name].path })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: codes.warning, data: null })
  const { pool } = app.platform
  const kept = await pool.query('select from platform_key where name = $1', [name])
  expect(kept.rowCount).toBe(rows)
  const logged = await pool.query('select code from action_log where path = $1', [calls[name].path])
  expect(logged.rows).toEqual([{ code: codes.warning }])
})
