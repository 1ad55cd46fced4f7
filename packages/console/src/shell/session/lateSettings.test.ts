import { codes, mapKeys, mapPermissions, session } from '@muster/contract'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { signInAs } from '../../../test/show.tsx'
import { queries } from '../../kit/queries.ts'
import { forgetSession, useSession } from '../../kit/session.ts'
import { takeMapKeys, useMapKeys } from '../../platform/mapKeys.ts'
import { useLateSettings } from './lateSettings.ts'
import { loadMapKeys } from './loadMapKeys.ts'

const china = { key: 'zh', securityJsCode: 'code' }
const global = { key: 'key', lang: 'ar' }

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  server = answerCalls()
  server.reply(session.passwordRule, () => ({ rule: '', checked: '', min: 12, max: 64 }))
  server.reply(mapKeys.get, () => ({ global, china, version: 1 }))
})

afterEach(() => {
  cleanup()
  queries.clear()
  vi.unstubAllGlobals()
  forgetSession()
  takeMapKeys({ global: null, china: null })
})

const mapCodes = [...new Set([...mapPermissions.global, ...mapPermissions.china])]

it.each([
  { btns: [], hasUcenter: false, asks: [] },
  { btns: [], hasUcenter: true, asks: [session.passwordRule] },
  { btns: ['PWD_POLICY'], hasUcenter: false, asks: [session.passwordRule] },
  ...mapCodes.map((code) => ({ btns: [code], hasUcenter: false, asks: [mapKeys.get] })),
])('asks only for what $btns need, with Ucenter: $hasUcenter', async ({ asks, ...given }) => {
  signInAs(given.btns)
  renderHook(() => useLateSettings(given.hasUcenter, true))
  const paths = asks.map(({ path }) => path)
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toEqual(paths))
})

it('asks for no map keys before the password is set', async () => {
  signInAs(mapCodes)
  renderHook(() => useLateSettings(true, false))
  await waitFor(() => expect(server.of(session.passwordRule)).toHaveLength(1))
  expect(server.of(mapKeys.get)).toEqual([])
})

it('takes the keys of both map services', async () => {
  await loadMapKeys(true)
  expect(useMapKeys.getState()).toEqual({ global, china })
})

it('logs keys that cannot be loaded, and does without one in English', async () => {
  const logged: unknown[] = []
  vi.stubGlobal('reportError', (error: unknown) => logged.push(error))
  useSession.setState({ token: 'token' })
  server.refuse(mapKeys.get, refuse(codes.failure, 'Broken'))
  await loadMapKeys(true)
  expect(useMapKeys.getState()).toEqual({ global: { key: '', lang: 'en' }, china: null })
  expect(logged).toHaveLength(1)
})
