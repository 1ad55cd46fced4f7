import { expect, it } from 'vitest'
import { dispositionOf } from './fileAnswer.ts'

it.each([
  ['day.csv', `attachment; filename="day.csv"; filename*=UTF-8''day.csv`],
  [
    "L'Oréal (1).csv",
    `attachment; filename="L_Or_al_1_.csv"; filename*=UTF-8''L%27Or%C3%A9al%20%281%29.csv`,
  ],
  ['a"\r\nb/c.csv', `attachment; filename="a_b_c.csv"; filename*=UTF-8''a%22%0D%0Ab%2Fc.csv`],
])('%j is told as a name that no mark of the header ends', (name, told) => {
  expect(dispositionOf(name)).toBe(told)
})
