import { expect, it } from 'vitest'
import { LineReader } from './lineReader.ts'

function read(parts: readonly string[]): string[] {
  const lines: string[] = []
  const reader = new LineReader((line) => lines.push(line.toString()))
  for (const part of parts) reader.push(Buffer.from(part))
  reader.finish()
  return lines
}

it('finds the same lines however the bytes are parted', () => {
  const text = 'one\ntwo\r\n\nfour'
  const expected = ['one', 'two', '', 'four']
  expect(read([text])).toEqual(expected)
  expect(read(text.split(''))).toEqual(expected)
  expect(read(['a\n'])).toEqual(['a'])
  expect(read([])).toEqual([])
})

it('keeps little of a line that has no end', () => {
  const [line = '', ...others] = read(['x'.repeat(50_000), 'x'.repeat(50_000), 'y\nlast'])
  expect(line.length).toBe(64 * 1024 + 1)
  expect(line.endsWith('x…')).toBe(true)
  expect(others).toEqual(['last'])
})
