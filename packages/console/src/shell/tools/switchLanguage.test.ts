import { languages } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { answerQuestion } from '../../../test/show.tsx'
import { directionOf } from '../../platform/language.ts'
import { useQuestion } from '../../kit/dialog/confirm.ts'
import { emptyTab, noTabs } from '../tabs/tabs.ts'
import { useTabs } from '../tabs/store.ts'
import { offerLanguage } from './chooseLanguage.ts'
import { switchLanguage } from './switchLanguage.ts'

const arabic = { code: 'ar-IQ', direction: 'rtl' } as const
const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.stubGlobal('location', { reload, hash: '' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
  localStorage.clear()
  useTabs.setState(noTabs)
})

const leaveUnsaved = () => useTabs.setState({ tabs: [{ ...emptyTab, id: '1', dirty: true }] })

it('keeps the language and loads the console anew', async () => {
  await switchLanguage(arabic)
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(localStorage.getItem('language')).toBe('ar-IQ')
  expect(directionOf('ar-IQ')).toBe('rtl')
  expect(useQuestion.getState().asked).toBeNull()
})

it('asks first while a form is unsaved, and changes nothing without consent', async () => {
  leaveUnsaved()
  const switching = switchLanguage(arabic)
  await answerQuestion(false)
  await switching
  await new Promise((done) => setTimeout(done, 20))
  expect([reload.mock.calls.length, localStorage.getItem('language')]).toEqual([0, null])
  expect(useTabs.getState().tabs[0]?.dirty).toBe(true)
})

it('asks once: the browser has nothing left to ask about', async () => {
  leaveUnsaved()
  const switching = switchLanguage(arabic)
  await answerQuestion(true)
  await switching
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(useTabs.getState().tabs.some(({ dirty }) => dirty)).toBe(false)
})

it('does nothing for the language that is there', async () => {
  leaveUnsaved()
  await switchLanguage({ code: 'en', direction: 'ltr' })
  expect([reload.mock.calls.length, useQuestion.getState().asked]).toEqual([0, null])
})

it('keeps the direction that the server has for a language, whatever is usual', async () => {
  await switchLanguage({ code: 'ckb', direction: 'rtl' })
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(directionOf('ckb')).toBe('rtl')
  // Nothing is known of another one.
  expect([directionOf('ku'), directionOf('ar-EG')]).toEqual(['ltr', 'rtl'])
})

it('speaks the language of the site, in its direction, to whoever has chosen none', async () => {
  const sorani = { id: '1', code: 'ckb', name: 'Sorani', nativeName: 'سۆرانی' }
  answerCalls().reply(languages.list, () => [{ ...sorani, direction: 'rtl' as const }])
  await offerLanguage('ckb')
  expect(reload).toHaveBeenCalled()
  expect([localStorage.getItem('language'), directionOf('ckb')]).toEqual(['ckb', 'rtl'])
})

it('asks nothing where all that is typed is put back', async () => {
  useTabs.setState({ tabs: [{ ...emptyTab, id: '1', dirty: true, isKept: true }] })
  await switchLanguage(arabic)
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(useQuestion.getState().asked).toBeNull()
})

it('asks first where there is no room for what is typed', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const switching = switchLanguage(arabic)
  await answerQuestion(false)
  await switching
  await new Promise((done) => setTimeout(done, 20))
  expect(reload).not.toHaveBeenCalled()
})
