import { expect, it } from 'vitest'
import { repairStages, stagesInOrder } from '../device/repairStates.ts'
import { shippedTexts } from './index.ts'

const stages = stagesInOrder.filter((stage) => stage !== 'ON_HOLD')

it.each(Object.entries(shippedTexts))(
  'calls stages of a repair in %s by the words of the states in them',
  (_, texts) => {
    const text = (key: string) => (texts[`repair.${key}`] ?? '').toLowerCase()
    const strange = stages.filter((stage) => {
      const states = repairStages[stage].map((state) => text(`state.${state}`))
      const words = text(`stage.${stage}`).split(/[,،] /)
      return !words.every((word) => states.some((state) => state.startsWith(word)))
    })
    expect(strange).toEqual([])
  },
)
