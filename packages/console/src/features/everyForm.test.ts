// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))

/** What stands between a bracket and the one that closes it. */
function bracketed(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ('({['.includes(text[at] ?? '')) depth++
    if (')}]'.includes(text[at] ?? '')) depth--
    if (depth === 0) return text.slice(from + 1, at)
  }
  return text.slice(from + 1)
}

/** How many values a call is given. */
function countOf(given: string): number {
  let flat = given
  for (let last = ''; last !== flat; ) {
    last = flat
    flat = flat.replaceAll(/\([^(){}[\]]*\)|\{[^(){}[\]]*\}|\[[^(){}[\]]*\]/g, '_')
  }
  return flat.split(',').filter((one) => one.trim() !== '').length
}

/** How many forms of a file do not say which record they are over. */
function untoldIn(text: string): number {
  const given = (hook: string) =>
    [...text.matchAll(new RegExp(String.raw`(?<!function )\b${hook}(?:<\w[^(]*>)?\(`, 'g'))].map(
      ({ 0: all, index }) => bracketed(text, index + all.length - 1),
    )
  const commands = [...text.matchAll(/<CommandForm\b(?:(?!\n {2,}>)[^])*/g)]
  return (
    given('useFields').filter((one) => countOf(one) < 3).length +
    given('useCallForm').filter((one) => !/\babout\b/.test(one)).length +
    commands.filter(([all]) => !/\babout=/.test(all)).length
  )
}

it('tells what was typed over one record from what was typed over another', () => {
  const untold = files.flatMap((name) =>
    Array.from({ length: untoldIn(readFileSync(join(root, name), 'utf8')) }, () => name),
  )
  const overNone = [
    'features/app/policy/CopyDialog.tsx',
    'features/client/NewClientDialog.tsx',
    'features/device/apply/ApplyForm.tsx',
    'features/logs/trace/TraceForm.tsx',
    'features/push/HaltDialog.tsx',
    'features/system/language/LanguageDialogs.tsx',
    'features/user/base/ProfileForm.tsx',
    'features/user/tokens/NewTokenDialog.tsx',
  ]
  // What they begin with says which it is.
  const toldByStart = [
    'features/device/repair/RepairForm.tsx',
    'features/stat/login/BanDialog.tsx',
    'features/system/mail/templates/useTemplateForm.ts',
    'features/vendor/matrix/CopyDialog.tsx',
    'kit/export/ReportDialog.tsx',
  ]
  expect(untold.toSorted()).toEqual([...overNone, ...toldByStart].toSorted())
})
