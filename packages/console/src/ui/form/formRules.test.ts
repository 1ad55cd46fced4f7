// @vitest-environment node
import * as contract from '@muster/contract'
import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { bodyOf, isRequired, problemsOf, startValues } from './formRules.ts'
import { membersOf, type Schema } from './schema.ts'

const body = contract.areas.add.schemas.body
const whole = { ...startValues(body, null), name: 'Iraq', code: 'IQ', type: 'country' }

it('starts with the defaults of the contract, else empty', () => {
  expect(startValues(body, null)).toMatchObject({ name: '', parentId: '', sort: 0 })
})

it('finds no fault with a form that the contract takes', () => {
  expect(problemsOf(body, whole)).toEqual({})
})

it.each([
  [{ name: '' }, { name: { key: 'kit.invalid.required' } }],
  [{ code: 'a b' }, { code: { key: 'kit.invalid.code' } }],
  [{ code: 'a' }, { code: { key: 'kit.invalid.tooShort', values: { min: 2 } } }],
  [{ name: 'x'.repeat(65) }, { name: { key: 'kit.invalid.tooLong', values: { max: 64 } } }],
  [{ sort: 10_000 }, { sort: { key: 'kit.invalid.tooBig', values: { max: 9999 } } }],
  [{ sort: -1 }, { sort: { key: 'kit.invalid.tooSmall', values: { min: 0 } } }],
  [{ sort: 'ten' }, { sort: { key: 'kit.invalid.number' } }],
  [{ sort: '' }, { sort: { key: 'kit.invalid.required' } }],
  [{ parentId: 'Asia' }, { parentId: { key: 'kit.invalid.choice' } }],
  [{ type: 'village' }, { type: { key: 'kit.invalid.format' } }],
])('says what is wrong with %o', (values, problems) => {
  expect(problemsOf(body, { ...whole, ...values })).toEqual(problems)
})

it('sends an empty field as null where the contract knows null, else as it is', () => {
  const sent = bodyOf(contract.vendors.add.schemas.body, { country: '', contact: '', name: '' })
  expect(sent).toEqual({ country: null, contact: '', name: '' })
})

it('marks as required what the contract does not take empty', () => {
  const members = membersOf(contract.vendors.add.schemas.body)
  const required = Object.keys(members).filter((name) => isRequired(members[name] ?? z.any()))
  expect(required).toEqual(['name', 'code'])
})

it('has words for every pattern of every form', () => {
  const { areas, timezones, vendors, categories, models, organizations, devices, plans } = contract
  const groups = [areas, timezones, vendors, categories, models, organizations, devices, plans]
  const forms = groups.map(({ add }) => add.schemas.body)
  const patterns = forms.flatMap((form) => Object.values(membersOf(form)).flatMap(patternsOf))
  expect(patterns.length).toBeGreaterThan(20)
  expect(patterns.filter((pattern) => contract.formText(undefined, pattern) === null)).toEqual([])
})

/** The patterns that a field checks, as an issue would show them. */
function patternsOf(field: Schema): string[] {
  const { checks, innerType } = field._zod.def as {
    checks?: { _zod: { def: { check: string; format?: string; pattern?: RegExp } } }[]
    innerType?: Schema
  }
  const own = (checks ?? []).flatMap(({ _zod: { def } }) =>
    def.format === 'regex' && def.pattern ? [String(def.pattern)] : [],
  )
  return innerType ? [...own, ...patternsOf(innerType)] : own
}

it('says what a rule of the contract’s own says, and that texts of no language are missing', () => {
  const texts = z.record(z.string(), z.string())
  const body = z.strictObject({
    shots: z.array(z.string()).check(z.refine(({ length }) => length !== 1, 'app.fewScreenshots')),
    summary: texts.check(z.refine((said) => said['en'] !== undefined, 'rule.required')),
  })
  expect(problemsOf(body, { shots: ['a'], summary: {} })).toEqual({
    shots: { key: 'app.fewScreenshots' },
    summary: { key: 'kit.invalid.required' },
  })
  expect(problemsOf(body, { shots: [], summary: { en: 'x' } })).toEqual({})
})
