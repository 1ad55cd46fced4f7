import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lint } from '../checks/lint.mjs'
import { complaints, withTree } from './tree.mjs'

const feature = 'packages/server/src/features/plan'
const screen = 'packages/console/src/features/plan'
const kit = 'packages/server/src/kit'
const lines = (count) => 'x += 1\n'.repeat(count)
const body = (count) => `{\nlet x = 0\n${lines(count - 4)}return x\n}\n`

const members = [1, 2, 3].map((at) => `function g${at}() ${body(34)}`).join('')

const sound = {
  [`${feature}/sound.ts`]: `
export const moves = ['start', 'stop'] as const
export const at = (moment: number) => new Date(moment)
export const header = (headers: Record<string, string>) => headers['x-name']
export function long() ${body(40)}
export function closure() {
function one() ${body(40)}
return { one, two() ${body(40)} }
}`,
  [`${feature}/sound.test.ts`]: `
import { thing } from 'vitest'
const seen: unknown = thing
export const read = () => seen as number`,
  [`${kit}/sound.ts`]: `
/** The moment. */
export const now = () => Date.now()
/** The caller says which number it takes the value for. */
export function read(value: unknown) {
  // The type parameter says it.
  return value as number
}
`,
  [`${feature}/index.ts`]: "export { moves } from './sound.ts'\n",
  [`${screen}/Sound.tsx`]: `export function Sound() ${body(80)}`,
  'packages/server/src/kit/describe.test.ts': `describe('x', () => ${body(200)})\ndeclare function describe(name: string, body: () => number): void\n`,
}

/** file → [rule, text] : a text that breaks exactly that rule. */
const planted = {
  [`${feature}/any.ts`]: ['no-explicit-any', 'export const f = (a: any) => String(a)'],
  [`${feature}/as.ts`]: ['consistent-type-assertions', 'export const f = (a: unknown) => a as 1'],
  [`${feature}/angle.ts`]: ['consistent-type-assertions', 'export const f = (a: unknown) => <1>a'],
  [`${feature}/bang.ts`]: ['no-non-null-assertion', 'export const f = (a?: number) => a!'],
  [`${feature}/now.ts`]: ['muster(ambient)', 'export const f = () => Date.now()'],
  [`${feature}/date.ts`]: ['muster(ambient)', 'export const f = () => new Date()'],
  [`${feature}/random.ts`]: ['muster(ambient)', 'export const f = () => Math.random()'],
  [`${feature}/computed.ts`]: ['muster(ambient)', "export const f = () => Math['random']()"],
  [`${feature}/member.ts`]: [
    'muster(named-members)',
    "export const f = (row: Record<string, unknown>) => row['name']",
  ],
  [`${screen}/storage.ts`]: [
    'no-restricted-globals',
    "export const f = () => localStorage.getItem('token')",
  ],
  [`${screen}/awaited.ts`]: ['no-top-level-await', 'await Promise.resolve()\nexport {}'],
  [`${feature}/env.ts`]: ['muster(ambient)', 'export const f = () => process.env'],
  [`${feature}/process.ts`]: [
    'muster(ambient)',
    "import { env } from 'node:process'\nexport { env }",
  ],
  [`${feature}/params.ts`]: [
    'max-params',
    'export const f = (a: number, b: number, c: number, d: number) => a + b + c + d',
  ],
  [`${feature}/long.ts`]: ['muster(function-size)', `export function f() ${body(41)}`],
  [`${feature}/closure.ts`]: [
    'A closure function',
    `export function f() {\n${members}return g1() + g2() + g3()\n}`,
  ],
  [`${screen}/Long.tsx`]: ['muster(function-size)', `export function Long() ${body(81)}`],
  [`${screen}/helper.tsx`]: ['muster(function-size)', `export const helper = () => ${body(41)}`],
  [`${feature}/default.ts`]: ['no-default-export', 'export default 1'],
  [`${feature}/floating.ts`]: [
    'no-floating-promises',
    'export const f = (g: () => Promise<void>) => { g() }',
  ],
  [`${feature}/unsafe.ts`]: ['no-unsafe-member-access', "export const f = () => JSON.parse('1').x"],
  [`${feature}/switch.ts`]: [
    'switch-exhaustiveness-check',
    "export function f(a: 'x' | 'y') {\nswitch (a) {\ncase 'x': return 1\n}\nreturn 2\n}",
  ],
  [`${feature}/throw.ts`]: ['only-throw-error', "export function f() { throw 'no' }"],
  [`${feature}/disable.ts`]: [
    'Unused',
    '// oxlint-disable-next-line no-var\nexport const disabled = 1',
  ],
  [`${kit}/reason.ts`]: ['assertion-reason', 'export const one = JSON.parse("1") as number'],
  [`${kit}/function.ts`]: ['documented', 'export function f() { return 1 }'],
  [`${kit}/arrow.ts`]: ['documented', 'export const f = () => 1'],
  [`${kit}/barrel.ts`]: ['muster(barrel)', "export * from './arrow.ts'"],
  [`${kit}/pass.ts`]: ['muster(barrel)', "export { f } from './arrow.ts'"],
  [`${kit}/todo.ts`]: ['no-warning-comments', `// TODO: later\nexport const later = 1`],
  'packages/console/src/shell/as.ts': [
    'consistent-type-assertions',
    'export const f = (a: unknown) => a as 1',
  ],
  [`${kit}/title.test.ts`]: [
    'valid-title',
    "import { expect, it } from 'vitest'\nit('should be one', () => { expect(1).toBe(1) })",
  ],
  [`${kit}/only.test.ts`]: [
    'no-focused-tests',
    "import { expect, it } from 'vitest'\nit.only('is one', () => { expect(1).toBe(1) })",
  ],
  [`${kit}/skip.test.ts`]: [
    'no-disabled-tests',
    "import { expect, it } from 'vitest'\nit.skip('is one', () => { expect(1).toBe(1) })",
  ],
  [`${screen}/Location.tsx`]: [
    'no-restricted-imports',
    "import { useLocation } from 'react-router'\nexport const f = useLocation",
  ],
  [`${screen}/Params.tsx`]: [
    'no-restricted-imports',
    "import { useParams } from 'react-router'\nexport const f = useParams",
  ],
  [`${screen}/Hooks.tsx`]: [
    'rules-of-hooks',
    'declare function useThing(): number\nexport function Hooks(p: { a: boolean }) { return p.a ? useThing() : 0 }',
  ],
}

const library = { 'node_modules/vitest/index.d.ts': 'export const thing: unknown\n' }

test('sound code passes the linter', async () => {
  await withTree({ ...sound, ...library }, async (tree) => {
    const { ok, details } = await lint(tree)
    assert.ok(ok, details)
  })
})

test('each lint rule reports its planted violation', async (t) => {
  const texts = Object.entries(planted).map(([path, [, text]]) => [path, `${text}\n`])
  await withTree(Object.fromEntries(texts), async (tree) => {
    const { details } = await lint(tree)
    for (const [path, [rule]] of Object.entries(planted)) {
      await t.test(`${rule}: ${path}`, () => {
        assert.notEqual(complaints(details, path, rule).length, 0, details)
      })
    }
  })
})
