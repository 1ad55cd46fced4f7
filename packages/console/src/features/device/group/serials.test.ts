import { expect, it } from 'vitest'
import { inCalls, readSerials } from './serials.ts'

it('reads serial numbers as they are pasted from sheets and mails, each once', () => {
  const text = ' ab-12345\nAB-12345\tX0001,X0002;X0003\r\n٠١٢٣٤٥، nope! 12 \n'
  expect(readSerials(text)).toEqual({
    sns: ['AB-12345', 'X0001', 'X0002', 'X0003', '012345'],
    faulty: ['NOPE!', '12'],
  })
  expect(readSerials(' \n ')).toEqual({ sns: [], faulty: [] })
})

it('sends as many at a time as a call takes', () => {
  const many = Array.from({ length: 2001 }, (_, n) => `SN-${n}`)
  expect(inCalls(many).map(({ length }) => length)).toEqual([1000, 1000, 1])
  expect(inCalls([])).toEqual([])
})
