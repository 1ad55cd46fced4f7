import { deviceMessages } from '@muster/contract/protocol'
import { expect, it } from 'vitest'
import { failed } from './tools.ts'

it('says why something failed in words that the platform can keep', () => {
  const { msg } = failed('I201', `\0${'a'.repeat(499)}\u{1f600} and more`)
  expect(msg).toBe(`${'a'.repeat(499)}\ufffd`)
  expect(failed('I201', '\0')).toEqual({ state: 'FAILED', code: 'I201' })
  const told = { item: crypto.randomUUID(), attempt: 1, at: 1, ...failed('I201', 'why') }
  expect(deviceMessages.upMessages.task.body.safeParse(told).success).toBe(true)
})
