import { expect, it } from 'vitest'
import { provesWork, solveWork } from './proofOfWork.ts'

const work = { challenge: 'muster', bits: 16 }

it('finds the number that docs/api.md publishes', async () => {
  expect(await solveWork(work)).toBe('work:7338')
})

it('is judged by every bit that is asked for', async () => {
  expect(await provesWork({ ...work, bits: 0 }, '1')).toBe(true)
  expect(await provesWork(work, '7337')).toBe(false)
  expect(await provesWork({ ...work, bits: 64 }, '7338')).toBe(false)
})

it('stops when it is told to', async () => {
  const endless = { challenge: 'muster', bits: 255 }
  await expect(solveWork(endless, AbortSignal.timeout(50))).rejects.toThrow('timeout')
})
