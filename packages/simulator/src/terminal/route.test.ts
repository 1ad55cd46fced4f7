import { describe, expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { Route } from './route.ts'

const home = 'mqtt://home'
const at = (url: string, weight = 1, kind: 'MQTT' | 'HTTPS' = 'MQTT') => ({ kind, url, weight })
const route = (seed = '7') => new Route(home, chanceOf(seed, 'route'))

describe('a terminal', () => {
  it('goes home while it was told of nothing else to speak to', () => {
    expect(route().choose(undefined, 0)).toBe(home)
    expect(route().choose([at('https://calls', 1, 'HTTPS')], 0)).toBe(home)
  })

  it('goes where most of the weight is, mostly', () => {
    const told = [at('mqtt://a', 90), at('mqtt://b', 10)]
    const chosen = Array.from({ length: 400 }, (_, n) => route(String(n)).choose(told, 0))
    const share = chosen.filter((url) => url === 'mqtt://a').length / 400
    expect(share).toBeGreaterThan(0.83)
    expect(share).toBeLessThan(0.97)
  })

  it('goes to the next that answers, home when none does, and back when it is time', () => {
    const told = [at('mqtt://a'), at('mqtt://b')]
    const one = route()
    const first = one.choose(told, 0)
    one.failed(first, 0)
    const second = one.choose(told, 1)
    expect([first, second].toSorted()).toEqual(['mqtt://a', 'mqtt://b'])
    one.failed(second, 1)
    expect(one.choose(told, 2)).toBe(home)
    expect(one.isAstray(told, 3)).toBe(false)
    expect(one.isAstray(told, 600_001)).toBe(true)
    expect(one.choose(told, 600_001)).not.toBe(home)
  })

  it('stays where it is while it is told so, and leaves when it is not', () => {
    const one = route()
    expect(one.choose([at('mqtt://a')], 0)).toBe('mqtt://a')
    const told = [at('mqtt://a'), at('mqtt://b', 100)]
    expect(one.isAstray(told, 1)).toBe(false)
    expect(one.choose(told, 1)).toBe('mqtt://a')
    expect(one.isAstray([at('mqtt://b')], 2)).toBe(true)
    expect(one.isAstray(undefined, 2)).toBe(true)
  })
})
