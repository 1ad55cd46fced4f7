import { themeNames } from '@muster/contract'
import { expect, it } from 'vitest'
import { randomTheme, randomThemes } from './randomTheme.ts'

it('picks each of the nine but the current one', () => {
  expect(randomThemes).toHaveLength(9)
  for (const current of themeNames) {
    const chances = Array.from({ length: 100 }, (_, index) => index / 100)
    const picked = new Set(chances.map((chance) => randomTheme(current, chance)))
    expect([...picked].toSorted()).toEqual(
      randomThemes.filter((name) => name !== current).toSorted(),
    )
  }
})
