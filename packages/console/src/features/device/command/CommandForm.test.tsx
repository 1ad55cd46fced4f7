import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { keepDrafts } from '../../../kit/form/drafts.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { CommandForm } from './CommandForm.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('gives a command once, however often it is pressed while it is under way', async () => {
  const answer = Promise.withResolvers<boolean>()
  const send = vi.fn<() => Promise<boolean>>(() => answer.promise)
  const close = vi.fn<() => void>()
  show(
    <CommandForm schema={z.strictObject({})} start={{}} agree="kit.save" send={send} close={close}>
      {() => <input aria-label="Text" />}
    </CommandForm>,
  )
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(screen.getByLabelText('Text'), '{Enter}{Enter}')
  expect(send).toHaveBeenCalledOnce()
  answer.resolve(false)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false),
  )
  await userEvent.type(screen.getByLabelText('Text'), '{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
  expect(close).not.toHaveBeenCalled()
})

it('has what was typed again after the language was changed, over the same terminal alone', async () => {
  const over = (about: string) =>
    show(
      <CommandForm
        schema={z.strictObject({ text: z.string() })}
        start={{ text: '' }}
        about={about}
        agree="kit.save"
        send={() => Promise.resolve(true)}
        close={() => undefined}
      >
        {(field) => <TextField {...field('text', 'device.messageText')} />}
      </CommandForm>,
    )
  const text = () => screen.getByRole<HTMLInputElement>('textbox')
  over('one')
  await userEvent.type(text(), 'Closed at noon')
  keepDrafts()
  cleanup()
  over('another')
  expect(text().value).toBe('')
  cleanup()
  over('one')
  await waitFor(() => expect(text().value).toBe('Closed at noon'))
})
