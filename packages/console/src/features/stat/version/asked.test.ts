import { expect, it } from 'vitest'
import { forecastOf } from './asked.ts'

const model = {
  modelId: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  name: 'Aurora',
  total: 100,
  target: '2.4',
  adopted: 40,
  adoptedBefore: 12,
  behind: 60,
  cells: [],
  others: 0,
  unknown: 0,
}

it.each([
  ['goes on as in the last days', {}, { is: 'days', days: 30 }],
  ['is done', { adopted: 100 }, { is: 'done' }],
  ['has stood still', { adoptedBefore: 40 }, { is: 'still' }],
  ['has gone back', { adoptedBefore: 60 }, { is: 'still' }],
  ['was not counted then', { adoptedBefore: null }, { is: 'unknown' }],
  ['has no target', { target: null }, { is: 'none' }],
])('an adoption that %s', (_, changes, forecast) => {
  expect(forecastOf({ ...model, ...changes }, 14)).toEqual(forecast)
})
