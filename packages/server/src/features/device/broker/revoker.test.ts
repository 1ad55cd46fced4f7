import { devicesPath, loginBansPath } from '@muster/contract'
import pino from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { NatsKeys } from '../../../platform/natsKeys.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { startRevoker } from './revoker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  { path: loginBansPath, name: 'pass.revoke.banned', about: [] },
  { path: devicesPath, name: 'pass.revoke.devices', about: [['one']] },
])('what $path announces is followed once the database answers again', async (of) => {
  const { path, name, about } = of
  let announce = () => {}
  let isAway = false
  const answered = vi.fn<(name: unknown, about: readonly unknown[]) => void>()
  const pool = {
    query({ name: asked, values = [] }: { name?: string; values?: readonly unknown[] }) {
      if (isAway && asked === name) return Promise.reject(new Error('away'))
      answered(asked, values.slice(1))
      return Promise.resolve({ rows: [], rowCount: 0 })
    },
  }
  const live = {
    onDoorbell: () => () => {},
    ring: () => {},
    subscribe(hear: (change: { path: string; ids: readonly string[] }) => void) {
      announce = () => hear({ path, ids: ['one'] })
      return () => {}
    },
  }
  const platform = { pool, live, log: pino({ level: 'silent' }) }
  const revoker = startRevoker(platform as unknown as LinkPlatform, {
    keys: { terminalsId: 'terminals' } as NatsKeys,
    nodeId: 'node',
    announce: () => Promise.resolve(),
  })
  onTestFinished(revoker.stop)
  await vi.advanceTimersByTimeAsync(0)
  answered.mockClear()
  isAway = true
  announce()
  await vi.advanceTimersByTimeAsync(0)
  expect(answered).not.toHaveBeenCalledWith(name, about)
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(answered).toHaveBeenCalledWith(name, about)
})
