import { expect, it } from 'vitest'
import { openWindow } from './sendWindow.ts'

it('sends in order, so many at once, and turns away what finds no room', () => {
  const sent: number[] = []
  const ends: (() => void)[] = []
  const send = openWindow<number>({
    width: 2,
    room: 2,
    send: (item, done) => {
      sent.push(item)
      ends.push(done)
    },
  })
  expect([1, 2, 3, 4, 5].map(send)).toEqual([true, true, true, true, false])
  expect(sent).toEqual([1, 2])
  ends[1]?.()
  expect(sent).toEqual([1, 2, 3])
  ends[0]?.()
  ends[2]?.()
  expect(sent).toEqual([1, 2, 3, 4])
  expect(send(6)).toBe(true)
  expect(sent).toEqual([1, 2, 3, 4, 6])
})

it('bears that many are done at once', () => {
  let count = 0
  const ends: (() => void)[] = []
  const send = openWindow<number>({
    width: 1,
    room: 10_000,
    send: (_, done) => {
      count += 1
      if (count > 1) done()
      else ends.push(done)
    },
  })
  for (let item = 0; item < 10_000; item += 1) send(item)
  expect(count).toBe(1)
  ends[0]?.()
  expect(count).toBe(10_000)
})
