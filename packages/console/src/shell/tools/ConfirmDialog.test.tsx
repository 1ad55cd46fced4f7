import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { confirm, useQuestion } from '../../kit/dialog/confirm.ts'
import { navigate, redirect } from '../../platform/address.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  show(<ConfirmDialog />)
})
afterEach(() => {
  useQuestion.getState().asked?.answer(false)
  cleanup()
})

const question = {
  title: 'Destroy',
  text: 'For good.',
  agree: 'Destroy',
  kind: 'dangerous',
} as const
const agree = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Destroy' })

it('lets a hundred records go by a click', async () => {
  const answered = confirm({ ...question, count: 100 })
  await userEvent.click(await agree())
  expect(await answered).toBe(true)
})

it('wants the number of more than a hundred typed, in digits of either script', async () => {
  const answered = confirm({ ...question, count: 1234 })
  const field = await screen.findByLabelText('Type 1,234 to go on')
  expect(document.activeElement).toBe(field)
  expect((await agree()).disabled).toBe(true)
  await userEvent.type(field, '123{Enter}')
  expect((await agree()).disabled).toBe(true)
  await userEvent.type(field, '٤')
  expect((await agree()).disabled).toBe(false)
  await userEvent.type(field, '{Enter}')
  expect(await answered).toBe(true)
})

it('is denied by another page, not by another query of the same', async () => {
  navigate('/device/list')
  const answered = confirm(question)
  await agree()
  act(() => redirect('/device/list?keyword=till'))
  await agree()
  act(() => redirect('/device/model'))
  expect(await answered).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it.each([
  ['ordinary', 1, 'Destroy'],
  ['dangerous', 1, 'Cancel'],
  ['ordinary', 101, 'Cancel'],
] as const)('begins a question that is %s, about %d, on %s', async (kind, count, name) => {
  const list = { label: 'List', save: () => undefined }
  void confirm({ ...question, kind, count, list })
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(document.activeElement).toBe(button))
})
