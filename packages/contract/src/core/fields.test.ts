import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as f from './fields.ts'
import { problemsOf } from './problems.ts'

const problemsWith = (day: unknown) => {
  const { error } = z.object({ day: f.day() }).safeParse({ day }, { reportInput: true })
  return error ? problemsOf(error).map(({ field, key }) => [field, key]) : []
}

it.each(['0001-01-01', '2028-02-29', '9999-12-31'])('a day may be %j', (day) => {
  expect(problemsWith(day)).toEqual([])
})

it.each(['0000-01-01', '0000-12-31', '0000-02-30', '2027-02-29', '2027-1-1', '31.12.2027', ''])(
  'a day is not %j, which is said once',
  (day) => {
    expect(problemsWith(day)).toEqual([['day', 'rule.format']])
  },
)

it.each([
  ["L'Oréal / Basra", true, true],
  ['McDonald’s', true, true],
  ['River till, all of Tigris', false, true],
  ['تموز، آب', false, true],
  ['<b>', false, false],
  ['a;b', false, false],
  ['two\nlines', false, false],
])('%j is a name: %o, a title: %o', (text, isName, isTitle) => {
  expect(f.name().safeParse(text).success).toBe(isName)
  expect(f.title().safeParse(text).success).toBe(isTitle)
})

const choiceProblem = (choices: readonly string[], kind: unknown) => {
  const { error } = z.object({ kind: z.enum(choices) }).safeParse({ kind }, { reportInput: true })
  return error ? problemsOf(error).map(({ key, params }) => [key, params]) : []
}

it('a wrong choice is told with the choices, unless there are too many or none was made', () => {
  expect(choiceProblem(['INT', 'TEXT'], 'word')).toEqual([
    ['rule.choiceOf', { choices: 'INT, TEXT' }],
  ])
  expect(choiceProblem(['INT', 'TEXT'], '')).toEqual([['rule.choice', {}]])
  const many = Array.from({ length: 25 }, (_, place) => `C${place}`)
  expect(choiceProblem(many, 'word')).toEqual([['rule.choice', {}]])
})
