import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerQuestion } from '../../../test/show.tsx'
import { useQuestion } from '../../kit/dialog/confirm.ts'
import { emptyTab, noTabs } from '../tabs/tabs.ts'
import { useTabs } from '../tabs/store.ts'
import { switchLanguage } from './switchLanguage.ts'

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
  await switchLanguage('ar-IQ')
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(localStorage.getItem('language')).toBe('ar-IQ')
  expect(useQuestion.getState().asked).toBeNull()
})

it('asks first while a form is unsaved, and changes nothing without consent', async () => {
  leaveUnsaved()
  const switching = switchLanguage('ar-IQ')
  await answerQuestion(false)
  await switching
  await new Promise((done) => setTimeout(done, 20))
  expect([reload.mock.calls.length, localStorage.getItem('language')]).toEqual([0, null])
  expect(useTabs.getState().tabs[0]?.dirty).toBe(true)
})

it('asks once: the browser has nothing left to ask about', async () => {
  leaveUnsaved()
  const switching = switchLanguage('ar-IQ')
  await answerQuestion(true)
  await switching
  await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  expect(useTabs.getState().tabs.some(({ dirty }) => dirty)).toBe(false)
})

it('does nothing for the language that is there', async () => {
  leaveUnsaved()
  await switchLanguage('en')
  expect([reload.mock.calls.length, useQuestion.getState().asked]).toEqual([0, null])
})
