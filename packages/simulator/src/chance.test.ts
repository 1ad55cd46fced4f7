import { describe, expect, it } from 'vitest'
import { chanceOf } from './chance.ts'

const draw = (count: number, ...words: string[]) => {
  const chance = chanceOf(...words)
  return Array.from({ length: count }, () => chance.next())
}

describe('chance', () => {
  it('repeats itself for the same words, on every machine', () => {
    expect(draw(3, '7', 'SIM-00001')).toEqual(draw(3, '7', 'SIM-00001'))
    expect(draw(2, '7', 'SIM-00001').map((value) => value.toFixed(6))).toMatchInlineSnapshot(`
      [
        "0.286841",
        "0.810508",
      ]
    `)
  })

  it('differs for words that are alike', () => {
    const firsts = Array.from({ length: 1000 }, (_, n) => draw(1, '7', `SIM-${n}`)[0])
    expect(new Set(firsts).size).toBe(1000)
    expect(draw(1, 'ab', 'c')).not.toEqual(draw(1, 'a', 'bc'))
  })

  it('is spread evenly', () => {
    const chance = chanceOf('even')
    const counts = [0, 0, 0, 0, 0, 0]
    for (let n = 0; n < 60_000; n++)
      counts[chance.whole([0, 5])] = (counts[chance.whole([0, 5])] ?? 0) + 1
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })

  it('of nothing never happens, of one always', () => {
    const chance = chanceOf('sure')
    const drawn = Array.from({ length: 100 }, () => [chance.happens(0), chance.happens(1)])
    expect(drawn.every(([never, always]) => !never && always)).toBe(true)
  })
})
