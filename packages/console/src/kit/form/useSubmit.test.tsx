import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { useSubmit } from './useSubmit.ts'

afterEach(cleanup)

it('sends once while it is under way, and says so as long', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn<() => Promise<void>>(() => promise)
  function Form() {
    const { submit, isSending } = useSubmit(work)
    return (
      <form onSubmit={submit}>
        <input />
        <button type="submit">{isSending ? 'Sending' : 'Send'}</button>
      </form>
    )
  }
  render(<Form />)
  await userEvent.type(screen.getByRole('textbox'), '{Enter}{Enter}')
  await screen.findByRole('button', { name: 'Sending' })
  expect(work).toHaveBeenCalledTimes(1)
  resolve()
  await screen.findByRole('button', { name: 'Send' })
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(work).toHaveBeenCalledTimes(2))
})

it('gives the focus back to its button, which was disabled meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  function Form() {
    const { submit, isSending } = useSubmit(() => promise)
    return (
      <form onSubmit={submit}>
        <button type="submit" disabled={isSending}>
          Send
        </button>
      </form>
    )
  }
  render(<Form />)
  const button = screen.getByRole('button')
  await userEvent.click(button)
  await waitFor(() => expect(button).toHaveProperty('disabled', true))
  // As a browser does by itself.
  button.blur()
  resolve()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('is sent alone, not with the form that its dialog opens out of', async () => {
  const inner = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const outer = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const Form = ({ work, children }: { work: () => Promise<void>; children: ReactNode }) => (
    <form onSubmit={useSubmit(work).submit}>{children}</form>
  )
  render(
    <Form work={outer}>
      {createPortal(
        <Form work={inner}>
          <button type="submit">Send</button>
        </Form>,
        document.body,
      )}
    </Form>,
  )
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(inner).toHaveBeenCalledOnce())
  expect(outer).not.toHaveBeenCalled()
})

const root = join(import.meta.dirname, '../..')

/** Forms that send nothing which anybody waits for with the button in sight, each with its reason. */
const others = new Set([
  // They look something up, and what is found says that it is awaited.
  'features/logs/view/SearchBar.tsx',
  'features/mqtt/config/TryPanel.tsx',
  'features/mqtt/log/TailPanel.tsx',
  'features/param/assignment/FindDialog.tsx',
  // The scanner goes on while answers are on their way; each stands in the list.
  'features/device/repair/ScanDialog.tsx',
  // It answers a question of the console itself.
  'shell/tools/prompt/PromptDialog.tsx',
  // The footer of the form around it shows the same.
  'features/upgrade/plan/PlanForm.tsx',
])

it('every button that sends a form shows while it does', () => {
  const silent = globSync('**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] }).filter((file) => {
    const buttons = readFileSync(join(root, file), 'utf8').match(
      /<[Bb]utton\s[^<]*?type="submit"[^<]*?>/g,
    )
    return buttons?.some((button) => !/loading=|disabled=\{isBusy/.test(button)) ?? false
  })
  expect(silent.toSorted()).toEqual([...others].toSorted())
})

/** Forms that take the event themselves, each with its reason. */
const byHand = new Set([
  // They look something up; what is found says that it is awaited, or it is sought as one types.
  'features/logs/view/SearchBar.tsx',
  'features/mqtt/config/TryPanel.tsx',
  'features/mqtt/log/TailPanel.tsx',
  'features/param/assignment/FindDialog.tsx',
  'kit/filters/SearchBox.tsx',
  'kit/filters/editors.tsx',
  // The scanner goes on while answers are on their way; each stands in the list.
  'features/device/repair/ScanDialog.tsx',
  // They read their fields from the page, or their query says that it is under way.
  'features/user/notices/NoticesTab.tsx',
])

it('what is sent is sent once: no other form takes the event itself', () => {
  const files = globSync('features/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  const kit = globSync('kit/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  const taking = [...files, ...kit].filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const isTaken = text.includes(': SubmitEvent') && text.includes('preventDefault')
    return isTaken && !/useSubmit|useCallForm/.test(text)
  })
  expect(taking.toSorted()).toEqual([...byHand].toSorted())
})
