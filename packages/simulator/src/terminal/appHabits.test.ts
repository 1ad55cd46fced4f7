import { expect, it } from 'vitest'
import { AppHabits } from './appHabits.ts'

const pay = { p: 'com.example.pay', vc: 7 }
const noon = Date.parse('2026-11-24T12:00:00Z')
const habits = (sn: string) => new AppHabits('seed', sn)

it('tells of yesterday and of today so far, the same however often it is asked', () => {
  const told = habits('TEST-000001').daysUntil(noon, [pay])
  expect(told.map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24'])
  expect(habits('TEST-000001').daysUntil(noon, [pay])).toEqual(told)
  const hours = told[1]?.apps[0]?.h ?? []
  expect(hours).toHaveLength(24)
  expect(hours.slice(12)).toEqual(Array.from({ length: 12 }, () => 0))
  expect(told[1]?.apps[0]?.n).toBe(hours.reduce((sum, count) => sum + count, 0))
})

it('differs by terminal, and some have forgotten what they are for', () => {
  const yesterday = (sn: string) => habits(sn).daysUntil(noon, [pay])[0]?.apps[0]?.n
  expect(new Set(['000001', '000002', '000004'].map((sn) => yesterday(sn))).size).toBe(3)
  expect(yesterday('000003')).toBe(0)
})

it('knows nothing of an application before it came', () => {
  const [first] = habits('000001').daysUntil(noon, [{ ...pay, inst: noon - 3_600_000 }])
  expect(first?.apps).toEqual([])
})
