import { expect, it } from 'vitest'
import { isSettled, repairStages, repairStates, stagesInOrder } from './repairStates.ts'

it('every state of an open ticket is in exactly one stage, and a settled one in none', () => {
  const staged = stagesInOrder.flatMap((stage): readonly string[] => repairStages[stage])
  const open = repairStates.filter((state) => !isSettled(state))
  expect(staged.toSorted()).toEqual(open.toSorted())
  expect(stagesInOrder.toSorted()).toEqual(Object.keys(repairStages).toSorted())
})
