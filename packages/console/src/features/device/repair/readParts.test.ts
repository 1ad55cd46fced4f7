import { expect, it } from 'vitest'
import { readParts, writeParts } from './readParts.ts'

it('reads parts as they are written, and refuses lines that are none', () => {
  const parts = [
    { quantity: 2, name: 'Printer head', price: 12.5 },
    { quantity: 1, name: 'Roll', price: 0 },
  ]
  expect(readParts(writeParts(parts))).toEqual(parts)
  expect(readParts('1؛ رأس الطابعة؛ 3')).toEqual([{ quantity: 1, name: 'رأس الطابعة', price: 3 }])
  expect(readParts('\n ')).toEqual([])
  for (const wrong of ['Head', '0; Head; 1', '1; ; 1', '1; Head; 1.234', '1; Head; 1; 2'])
    expect(readParts(wrong)).toBeNull()
})
