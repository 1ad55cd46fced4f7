// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
  .map((name) => ({
    name: name.replaceAll('\\', '/'),
    text: readFileSync(join(root, name), 'utf8'),
  }))
const withText = (part: RegExp) =>
  files.filter(({ text }) => part.test(text)).map(({ name }) => name)

it('opens every dialog in the one frame, which asks before input is lost', () => {
  expect(withText(/<(?:Modal|Drawer)\b/)).toEqual(['kit/dialog/DialogFrame.tsx'])
})

it('has one button out of a dialog, which asks as the cross does', () => {
  // A card of the workbench and a transfer are stopped by the same word: both lie in no dialog.
  const outOfNone = ['features/file/upload/UploadItems.tsx', 'features/stat/workbench/BoardBar.tsx']
  expect(withText(/'kit\.cancel'/).toSorted()).toEqual([
    ...outOfNone,
    'kit/dialog/CancelButton.tsx',
  ])
  expect(withText(/\buseLeave\b/)).toEqual(['kit/dialog/CancelButton.tsx'])
})

it('keeps the native dialogs to the tools of the shell, which hold nothing but a line', () => {
  expect(withText(/<dialog\b/)).toEqual(['ui/TopDialog.tsx'])
  const others = withText(/<TopDialog\b/).filter((name) => !name.startsWith('shell/'))
  expect(others).toEqual([])
})

it('has no form in a dialog that is only looked at', () => {
  const forms = /\b(?:FormFooter|CommandForm|RecordForm|useFields|useCallForm|useSave)\b/
  const looking = files.filter(({ text }) => /<DialogFrame\s[^>]*\blooksOnly\b/.test(text))
  expect(looking.length).toBeGreaterThan(20)
  expect(looking.filter(({ text }) => forms.test(text)).map(({ name }) => name)).toEqual([])
})

it('gives the titles of all dialogs one size', () => {
  const titles = [
    'ui/mantine.css',
    'shell/tools/Dialog.module.css',
    'shell/tools/ToolDialog.module.css',
    'shell/layout/theme/ThemeDrawer.module.css',
  ]
  const rule = /(?:h2|\.mantine-Modal-title) \{[^}]*font-size: ([^;]+);/
  const sizes = titles.map((name) => rule.exec(readFileSync(join(root, name), 'utf8'))?.[1])
  expect(new Set(sizes)).toEqual(new Set(['var(--m-dialog-title)']))
})
