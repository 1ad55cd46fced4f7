import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { prompt, usePrompt } from '../../../platform/prompt.ts'
import { PromptDialog } from './PromptDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  show(<PromptDialog />)
})
afterEach(() => {
  usePrompt.getState().asked?.answer(null)
  cleanup()
})

const question = {
  title: 'Port',
  label: 'Number of the port',
  pattern: /^\d{1,5}$/,
  message: 'Up to five digits',
}

it('takes an answer that fits the pattern, and says what is wrong with another', async () => {
  const user = userEvent.setup()
  const answered = prompt(question)
  const field = await screen.findByRole('textbox', { name: 'Number of the port' })
  await user.type(field, 'eighty{Enter}')
  expect(screen.getByText('Up to five digits')).not.toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.clear(field)
  await user.type(field, ' 80 {Enter}')
  expect(await answered).toBe('80')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('answers nothing when the user gives up', async () => {
  const answered = prompt({ ...question, initial: '80' })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await answered).toBeNull()
})
