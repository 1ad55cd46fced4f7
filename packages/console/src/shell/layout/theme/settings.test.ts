import { defaultTheme, userTheme } from '@muster/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser } from '../../../../test/show.tsx'

/** The settings as a page finds them that has just been loaded. */
async function load() {
  vi.resetModules()
  return import('./settings.ts')
}

beforeEach(() => {
  prepareBrowser()
  localStorage.clear()
})

it('begins with what this browser keeps, and with the default where that is nothing', async () => {
  expect((await load()).themeInForce()).toEqual(defaultTheme)
  localStorage.setItem('theme', JSON.stringify({ ...defaultTheme, themeName: 'ocean' }))
  localStorage.setItem('collapse', 'true')
  expect((await load()).themeInForce()).toEqual({
    ...defaultTheme,
    themeName: 'ocean',
    collapse: true,
  })
  localStorage.setItem('theme', JSON.stringify({ layout: 'diagonal' }))
  localStorage.removeItem('collapse')
  expect((await load()).themeInForce()).toEqual(defaultTheme)
})

it("takes the account's theme at sign-in and keeps it for the next first paint", async () => {
  localStorage.setItem('theme', JSON.stringify({ ...defaultTheme, themeName: 'ocean' }))
  answerCalls().reply(userTheme.get, () => ({ ...defaultTheme, themeName: 'red-white' as const }))
  const { loadTheme, themeInForce } = await load()
  await loadTheme()
  expect(themeInForce().themeName).toBe('red-white')
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toEqual(themeInForce())
})

it("holds on to this browser's theme when the server has none to give", async () => {
  localStorage.setItem('theme', JSON.stringify({ ...defaultTheme, themeName: 'ocean' }))
  answerCalls().refuse(userTheme.get, refuse(40301, 'not yet'))
  const { loadTheme, themeInForce } = await load()
  await loadTheme()
  expect(themeInForce().themeName).toBe('ocean')
})

it('keeps a folded sidebar without saving what is being tried out', async () => {
  const { keepCollapse, previewTheme, returnToSaved, themeInForce } = await load()
  previewTheme({ themeName: 'ocean' })
  keepCollapse(true)
  expect(localStorage.getItem('collapse')).toBe('true')
  expect(themeInForce()).toEqual({ ...defaultTheme, themeName: 'ocean', collapse: true })
  returnToSaved()
  expect(themeInForce()).toEqual({ ...defaultTheme, collapse: true })
})

it("folds a new browser's sidebar as the account has it, and leaves a known browser alone", async () => {
  answerCalls().reply(userTheme.get, () => ({ ...defaultTheme, collapse: true }))
  const first = await load()
  await first.loadTheme()
  expect(first.themeInForce().collapse).toBe(true)
  first.keepCollapse(false)
  const second = await load()
  await second.loadTheme()
  expect(second.themeInForce().collapse).toBe(false)
})
