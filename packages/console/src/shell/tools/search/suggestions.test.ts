import { expect, it } from 'vitest'
import { type Group, type Suggestion, suggest } from './suggestions.ts'

const one = (group: Group, text: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id: `${group}:${text}`,
  group,
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
