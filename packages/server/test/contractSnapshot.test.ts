import { get } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountFeatures } from '../src/edge/routes.ts'
import { features } from '../src/features/index.ts'
import { everyone, type Scope } from '../src/access/scope.ts'
import { serve } from '../src/kit/serve.ts'
import { makeHttp } from '../src/platform/http.ts'
import { startTestApp, type TestApp } from './testApp.ts'

const routes = features.flatMap((feature) => feature.routes)

/** The product spec's calls (section 7) that this version serves, spelled as the spec spells them. */
const specified = [
  'GET /admin/system/v1/server/init',
  'GET /admin/system/v1/pwd/rule',
  'GET /admin/system/v1/pwd/config',
  'POST /admin/system/v1/pwd/config/save',
  'DELETE /admin/system/v1/pwd/config/reset',
  'GET /admin/remote/v1/rc/config',
  'POST /admin/remote/v1/rc/config/save',
  'DELETE /admin/remote/v1/rc/config/reset',
  'GET /admin/system/v1/server/map',
  'POST /admin/system/v1/website/map/save',
  'DELETE /admin/system/v1/website/map/reset',
  'GET /admin/auth/v1/auth/code',
  'POST /admin/user/v1/user/login',
  'POST /admin/user/v1/user/forget',
  'POST /register',
  'GET /captchaImage',
  'POST /rsa/key',
  'GET /admin/user/v1/user/info',
  'GET /admin/user/v1/user/session',
  'GET /admin/system/v1/languages',
  'GET /admin/system/v1/language/details/front/{code}',
  'POST /admin/system/v1/language',
  'DELETE /admin/system/v1/language/{id}',
  'GET /admin/system/v1/language/details',
  'PUT /admin/system/v1/language/detail/{id}',
  'DELETE /admin/system/v1/language/detail/{id}',
  'POST /admin/system/v1/language/detail',
  'POST /admin/system/v1/language/copy/{id}',
  'POST /admin/system/v1/language/refresh/{id}',
  'GET /admin/file/v1/task/page',
  'GET /admin/log/v1/action/page',
  'GET /admin/log/v1/action/detail',
  'GET /admin/log/v1/action/export',
  ...['area', 'timezone'].flatMap((entity) =>
    [
      'GET page',
      'GET list',
      'POST add',
      'PUT update',
      'DELETE delete/{id}',
      'DELETE batch/delete',
      'PUT revert/{id}',
      'PUT batch/revert',
      'PUT recycle/revert',
      'DELETE destory/{id}',
      'DELETE batch/destroy',
      'DELETE recycle/clear',
      'PUT status/{id}/{status}',
    ].map((line) => line.replace(' ', ` /admin/timezone/v1/${entity}/`)),
  ),
]

describe('the calls that the server answers', () => {
  it('are those of the committed list: method, path, permission, data scope', async () => {
    const lines = routes.map(({ call, scope }) =>
      [call.method, call.path, call.permission, scope.name].join(' '),
    )
    await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('routes.snapshot.txt')
  })

  it('hold what the product spec pins', () => {
    const served = new Set(routes.map(({ call }) => `${call.method} ${call.path}`))
    expect(specified.filter((line) => !served.has(line))).toEqual([])
  })

  it('ask for a right of their own unless anybody may call them', () => {
    const open = routes
      .filter(({ call }) => call.permission === 'public')
      .map(({ call }) => call.path)
    expect(open.toSorted()).toEqual([
      '/admin/auth/v1/auth/callback',
      '/admin/auth/v1/auth/callback/accept',
      '/admin/auth/v1/auth/code',
      '/admin/auth/v1/auth/passkey',
      '/admin/auth/v1/auth/passkey/start',
      '/admin/auth/v1/auth/unlock',
      '/admin/auth/v1/auth/visit',
      '/admin/system/v1/language/details/front/{code}',
      '/admin/system/v1/language/details/start/{code}',
      '/admin/system/v1/languages',
      '/admin/system/v1/pwd/rule',
      '/admin/system/v1/server/init',
      '/admin/user/v1/user/forget',
      '/admin/user/v1/user/login',
      '/captchaImage',
      '/register',
      '/rsa/key',
    ])
  })
})

describe('the start of the server', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const call = get('/admin/test/v1/thing', 'THING_LIST', () => ({}))
  const nameless: Scope = { ...everyone, name: '' }

  const start = async (...planted: ReturnType<typeof serve>[]) => {
    const http = await makeHttp(app.platform.log, { secure: false })
    mountFeatures(http, app.platform, planted)
  }
  const answer = async () => undefined

  it.each([
    ['no permission', serve({ call: { ...call, permission: '' } }, everyone, { call: answer })],
    ['no data scope', serve({ call }, nameless, { call: answer })],
    ['served twice', serve({ call, again: call }, everyone, { call: answer, again: answer })],
  ])('is refused when a route has %s', async (fault, feature) => {
    await expect(start(feature)).rejects.toThrow(fault)
  })

  it('goes on when every route has both', async () => {
    await expect(start(serve({ call }, everyone, { call: answer }))).resolves.toBeUndefined()
  })
})
