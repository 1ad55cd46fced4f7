import { describe, expect, it } from 'vitest'
import { openThrottle } from './throttle.ts'

function setUp() {
  let time = 0
  const throttle = openThrottle(
    () => new Date(time),
    () => ({ badLogins: 10, banMinutes: 5 }),
  )
  const fail = (times: number, ip: string, name: string) => {
    for (let n = 0; n < times; n++) throttle.fail(ip, name)
  }
  const wait = (minutes: number) => {
    time += minutes * 60_000
  }
  return { throttle, fail, wait }
}

describe('failed connections', () => {
  it('block their address and name, and nobody else', () => {
    const { throttle, fail } = setUp()
    fail(9, '10.0.0.1', 'A')
    expect(throttle.isBlocked('10.0.0.1', 'A')).toBe(false)
    fail(1, '10.0.0.1', 'A')
    expect(throttle.isBlocked('10.0.0.1', 'A')).toBe(true)
    expect(throttle.isBlocked('10.0.0.1', 'B')).toBe(false)
    expect(throttle.isBlocked('10.0.0.2', 'A')).toBe(false)
  })

  it('under many names block the address', () => {
    const { throttle, fail } = setUp()
    for (let n = 0; n < 200; n++) fail(1, '10.0.0.1', `N${n}`)
    expect(throttle.isBlocked('10.0.0.1', 'A')).toBe(true)
  })

  it('are forgotten after five minutes', () => {
    const { throttle, fail, wait } = setUp()
    fail(10, '10.0.0.1', 'A')
    wait(5)
    expect(throttle.isBlocked('10.0.0.1', 'A')).toBe(false)
  })

  it('are forgiven by a success', () => {
    const { throttle, fail } = setUp()
    fail(9, '10.0.0.1', 'A')
    throttle.succeed('10.0.0.1', 'A')
    fail(9, '10.0.0.1', 'A')
    expect(throttle.isBlocked('10.0.0.1', 'A')).toBe(false)
  })
})
