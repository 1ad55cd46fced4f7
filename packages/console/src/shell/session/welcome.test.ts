import { expect, it } from 'vitest'
import { greetingAt } from './welcome.ts'

it.each([
  { hour: 0, part: 'morning' },
  { hour: 11, part: 'morning' },
  { hour: 12, part: 'afternoon' },
  { hour: 17, part: 'afternoon' },
  { hour: 18, part: 'evening' },
])('greets the $part at $hour', ({ hour, part }) => {
  expect(greetingAt(hour)).toBe(`shell.greeting.${part}`)
})
