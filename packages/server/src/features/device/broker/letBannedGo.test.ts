import { loginBansPath } from '@muster/contract'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { LinkPlatform } from '../linkPlatform.ts'
import { letBannedGo } from './letBannedGo.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('lets who is banned go at the announcement, and before long where that was lost', async () => {
  let announce = (_: string) => {}
  const subscribe = (hear: (change: { path: string }) => void) => {
    announce = (path) => hear({ path })
    return () => {}
  }
  const banned = new Set<string>()
  const letGo = vi.fn<(ids: readonly string[]) => void>()
  const platform = { live: { subscribe }, log: pino({ level: 'silent' }) }
  const end = letBannedGo(platform as unknown as LinkPlatform, {
    isWelcome: (ip) => Promise.resolve(!banned.has(ip)),
    here: () => [
      { deviceId: 'one', sn: 'A', ip: '192.0.2.1' },
      { deviceId: 'two', sn: 'B', ip: '192.0.2.2' },
    ],
    letGo,
  })
  onTestFinished(end)
  banned.add('192.0.2.1')
  announce(loginBansPath)
  await vi.advanceTimersByTimeAsync(0)
  expect(letGo.mock.calls).toEqual([[['one']]])
  banned.clear()
  banned.add('192.0.2.2')
  await vi.advanceTimersByTimeAsync(31_000)
  expect(letGo.mock.calls.at(-1)).toEqual([['two']])
})
