import type { Plan } from '@muster/contract'
import { expect, it } from 'vitest'
import { mayDo } from './usePlanActs.ts'

const plan = { state: 'FINISHED', status: 1, succeeded: 1, installed: 0, unwell: 0 } as Plan

it('offers no act of a plan that is disabled', () => {
  expect(mayDo(plan, 'rollBack')).toBe(true)
  expect(mayDo({ ...plan, status: 0 }, 'rollBack')).toBe(false)
  const draft = { ...plan, state: 'DRAFT' as const }
  expect([mayDo(draft, 'submit'), mayDo({ ...draft, status: 0 }, 'submit')]).toEqual([true, false])
})
