import { expect, it } from 'vitest'
import { type Compared, curvesOf } from './curves.ts'

const plan: Compared = {
  id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  planNo: 'PL1',
  name: 'One',
  orgName: 'Bank',
  versionNames: ['2.4'],
  state: 'FINISHED',
  startedAt: '2026-11-01T00:00:00.000Z',
  endedAt: '2026-11-01T01:00:00.000Z',
  size: 200,
  succeeded: 150,
  failed: 10,
  timedOut: 2,
  leftOut: 0,
  meanSeconds: 60,
  slowSeconds: 90,
  wave: 1,
  waveCount: 1,
  pauses: 0,
  rolledBack: 0,
  bytes: 0,
  curve: [
    { minute: 0, succeeded: 0, failed: 0 },
    { minute: 12, succeeded: 100, failed: 0 },
    { minute: 24, succeeded: 150, failed: 10 },
  ],
}

it('compares plans by the time since each began, up to where each was over', () => {
  const long = { ...plan, endedAt: null, curve: [{ minute: 48, succeeded: 50, failed: 0 }] }
  const { minutes, values } = curvesOf([plan, long])
  expect(minutes).toHaveLength(49)
  expect([minutes[0], minutes[12], minutes[48]]).toEqual([0, 12, 48])
  expect([values[0]?.[11], values[0]?.[12], values[0]?.[24], values[0]?.[25]]).toEqual([
    0,
    50,
    75,
    null,
  ])
  expect([values[1]?.[47], values[1]?.[48]]).toEqual([0, 25])
})

it('knows nothing of plans without terminals or without a curve', () => {
  expect(curvesOf([{ ...plan, size: 0 }]).values[0]?.[0]).toBeNull()
  expect(curvesOf([{ ...plan, curve: [] }]).values[0]?.[0]).toBeNull()
})
