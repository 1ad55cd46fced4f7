import { expect, it } from 'vitest'
import { cleanText, cleanTitle, mostTroublesADay, withinTheDay } from './trouble.rules.ts'

it('what may be the number of a card is blotted out, and other numbers stay', () => {
  expect(cleanText('card 4111 1111-11111111 fails')).toBe('card … fails')
  expect(cleanText('4111111111111111')).toBe('…')
  expect(cleanText('card\u00a04111.1111  1111\n1111 12/26')).toBe('card\u00a0…/26')
  expect(cleanText('بطاقة ٤١١١ ١١١١ ١١١١ ١١١١')).toBe('بطاقة …')
  expect(cleanText('1 4111 1111 1111 1111')).toBe('…')
  expect(cleanText('call +964 770 123 4567 1')).toBe('call +964 770 123 4567 1')
  expect(cleanText('no. 4111 1111 1111 1112')).toBe('no. 4111 1111 1111 1112')
  expect(cleanText(' call 0770 123 456, error 12345 ')).toBe('call 0770 123 456, error 12345')
  expect(cleanTitle(' Paper\n  jams ')).toBe('Paper jams')
})

it('one terminal reports so often a day, and others are not the worse for it', () => {
  const of = (deviceId: string, count: number) =>
    Array.from({ length: count }, () => ({ deviceId }))
  const reporters = new Map([
    ['a', { id: 'a', told: mostTroublesADay - 2 }],
    ['b', { id: 'b', told: 0 }],
  ])
  const taken = withinTheDay([...of('a', 5), ...of('b', 3), ...of('gone', 1)], reporters)
  expect(taken.map(({ deviceId }) => deviceId)).toEqual(['a', 'a', 'b', 'b', 'b'])
})
