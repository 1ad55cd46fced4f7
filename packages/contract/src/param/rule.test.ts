import { expect, it } from 'vitest'
import type { ParamShape } from './field.ts'
import { faultOfRule, readRule, readRules, valueForRules } from './rule.ts'

const bare: ParamShape = {
  dataType: 'STRING',
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  columns: [],
  maxRows: null,
}
const cell = { title: 'x', required: false, minLength: null, maxLength: null, minValue: null }
const more = { maxValue: null, pattern: null, patternMessage: null, items: [] }
const shapes: Readonly<Record<string, ParamShape>> = {
  MODE: bare,
  'net.host': bare,
  PORT: { ...bare, dataType: 'PORT' },
  LIMIT: { ...bare, dataType: 'AMOUNT' },
  TIP: { ...bare, dataType: 'BOOL' },
  CARDS: { ...bare, dataType: 'MULTI_ENUM' },
  AIDS: {
    ...bare,
    dataType: 'TABLE',
    columns: [
      { key: 'aid', dataType: 'HEX', ...cell, ...more },
      { key: 'floor', dataType: 'INTEGER', ...cell, ...more },
    ],
  },
}

const broken = (expression: string, values: Readonly<Record<string, string>>) =>
  readRules([{ expression, message: 'no' }])((pid) => {
    const shape = Object.hasOwn(shapes, pid) ? shapes[pid] : undefined
    return shape && valueForRules(shape, values[pid] ?? '')
  }).length > 0
const faultOf = (expression: string) => faultOfRule(expression, (pid) => shapes[pid])?.key ?? null

it.each([
  ['p.MODE != "TLS" || p.PORT == 443', { MODE: 'TLS', PORT: '80' }, true],
  ['p.MODE != "TLS" || p.PORT == 443', { MODE: 'TLS', PORT: '443' }, false],
  ['p["net.host"] != ""', {}, true],
  ['!p.TIP || p.LIMIT > 10', { TIP: 'true', LIMIT: '9.99' }, true],
  ['!p.TIP || p.LIMIT > 10', { TIP: 'false', LIMIT: '9.99' }, false],
  ['"visa" in p.CARDS', { CARDS: 'amex,visa' }, false],
  ['p.AIDS.all(a, a.floor <= 100)', { AIDS: '[{"aid":"A0","floor":"101"}]' }, true],
  [
    'p.AIDS.all(a, p.AIDS.exists_one(b, b.aid == a.aid))',
    { AIDS: '[{"aid":"A0"},{"aid":"A0"}]' },
    true,
  ],
])('judges %s of %o', (expression, values, isBroken) => {
  expect(faultOf(expression)).toBeNull()
  expect(broken(expression, values)).toBe(isBroken)
})

it('says nothing of values that are missing, unreadable or not filled yet', () => {
  expect(broken('p.PORT > 100', {})).toBe(false)
  expect(broken('p.PORT > 100', { PORT: 'x' })).toBe(false)
  expect(broken('p.MODE == "TLS"', { MODE: '${mode}' })).toBe(false)
})

it.each([
  ['p.MODE ==', 'paramTemplate.rule.syntax'],
  ['p.MODE', 'paramTemplate.rule.yesOrNo'],
  ['p.PORT + 1', 'paramTemplate.rule.yesOrNo'],
  ['p.PORT < "5"', 'paramTemplate.rule.type'],
  ['q == 1', 'paramTemplate.rule.type'],
  ['p.ELSE == 1', 'paramTemplate.rule.pid'],
  ['p[p.MODE] == "x"', 'paramTemplate.rule.values'],
  ['size(p) > 1', 'paramTemplate.rule.values'],
  ['p.MODE.matches("(a+)+$")', 'paramTemplate.rule.function'],
  ['p.MODE.constructor("x")', 'paramTemplate.rule.function'],
  ['p.AIDS.all(a, p.AIDS.all(b, p.AIDS.all(c, true)))', 'paramTemplate.rule.deep'],
])('%s: %s', (expression, key) => {
  expect(faultOf(expression)).toBe(key)
})

it('shows where an expression is wrong', () => {
  const read = readRule('p.PORT == 443 && foo(p.MODE)')
  expect(read).toMatchObject({ ok: false, fault: { from: 17, to: 28 } })
})

it('sees own members only, whatever they are called', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(broken(`p["${name}"] == "x"`, {})).toBe(false)
})

it('refuses to begin what would take too long', () => {
  const expression = 'p.AIDS.all(a, p.AIDS.exists(b, b.aid != a.aid))'
  const rows = JSON.stringify(Array.from({ length: 1000 }, () => ({ aid: 'A0' })))
  expect(broken(expression, { AIDS: rows })).toBe(true)
  let reads = 0
  const row = {
    get aid() {
      reads += 1
      return 'A0'
    },
  }
  const rule = readRule(expression)
  const judge = (count: number) => () =>
    rule.ok && rule.holds({ AIDS: Array.from({ length: count }, () => row) })
  expect(judge(1000)).toThrow(expect.objectContaining({ key: 'paramTemplate.rule.steps' }))
  expect(reads).toBe(0)
  expect(judge(2)()).toBe(false)
  expect(reads).toBeGreaterThan(0)
  const large = `[${'['.repeat(60)}`
  expect(faultOf(large)).toBe('paramTemplate.rule.syntax')
})

it('leaves no more time for all rules of a template than for a few large ones', () => {
  const expression = 'p.AIDS.all(a, p.AIDS.all(b, true))'
  const large = readRules(Array.from({ length: 200 }, () => ({ expression, message: 'No time' })))
  const rows = (count: number) => Array.from({ length: count }, () => ({ aid: 'A0' }))
  expect(large(() => rows(10))).toEqual([])
  const broken = large(() => rows(700)).map(({ index }) => index)
  expect(broken.length).toBeGreaterThan(190)
  expect(broken).not.toContain(0)
  // The next one is asked anew.
  expect(large(() => rows(10))).toEqual([])
})

it('finds no value by the names that every object has', () => {
  const asked: string[] = []
  for (const pid of ['constructor', 'toString', '__proto__']) {
    const rule = readRule(`has(p.${pid}) || p.${pid} == "x"`)
    if (rule.ok) asked.push(`${pid}: ${rule.holds({})}`)
  }
  expect(asked).toEqual(['constructor: null', 'toString: null', '__proto__: null'])
})
