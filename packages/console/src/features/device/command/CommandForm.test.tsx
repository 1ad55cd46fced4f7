import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { prepareBrowser, show } from '../../../../test/show.tsx'
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
