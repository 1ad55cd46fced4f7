import { expect, it } from 'vitest'
import { type Group, type Suggestion, suggest } from './suggestions.ts'

const one = (group: Group, text: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id: `${group}:${text}`,
  group,
  kind: 'page',
  text,
  icon: 'search',
  choose: () => undefined,
  ...more,
})
const found = (all: readonly Suggestion[], typed: string) =>
  suggest(all, typed).map(({ text }) => text)

const all = [
  one('menu', 'Terminals', { detail: 'Devices' }),
  one('menu', 'Bank terminals'),
  one('menu', 'Stations'),
  one('tab', 'DEMO-00001'),
  one('command', 'Dark colours', { words: 'night theme' }),
]

it('puts what was looked at lately first', () => {
  const lately = [one('tab', 'Till'), one('recent', 'Kiosk')]
  expect(found(lately, '')).toEqual(['Kiosk', 'Till'])
})

it('keeps the order in which the server found its records', () => {
  const ranked = [one('device', 'NX-1137'), one('device', '137-NX')]
  expect(found(ranked, '137')).toEqual(['NX-1137', '137-NX'])
})

it('offers tabs and pages before anything is typed, and no commands', () => {
  expect(found(all, '  ')).toEqual(['DEMO-00001', 'Terminals', 'Bank terminals', 'Stations'])
})

it.each([
  ['term', ['Terminals', 'Bank terminals']],
  ['TERM bank', ['Bank terminals']],
  ['devices', ['Terminals']],
  ['night', ['Dark colours']],
  ['ta', ['Stations']],
  ['nothing', []],
])('finds by %j', (typed, texts) => {
  expect(found(all, typed)).toEqual(texts)
})

it('finds Arabic words without their marks', () => {
  expect(found([one('menu', 'الأجهزة')], 'الاجهزة')).toEqual(['الأجهزة'])
})

it('names a page once, where it is nearest', () => {
  const twice = [one('menu', 'Areas', { id: '/area' }), one('tab', 'Areas', { id: '/area' })]
  expect(suggest(twice, 'are').map(({ group }) => group)).toEqual(['tab'])
})

it('leaves what the server found as it is, and no more than fits', () => {
  const many = Array.from({ length: 20 }, (_, n) => one('device', `SN-${n}`))
  expect(found(many, 'other')).toHaveLength(8)
})
