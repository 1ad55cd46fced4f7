import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { keepDrafts } from '../../kit/form/drafts.ts'
import { CloseDialog } from './CloseDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
})
afterEach(cleanup)

const nothing = () => undefined

async function note(ids: string[]): Promise<HTMLInputElement> {
  cleanup()
  show(
    <CloseDialog
      dialog={{ isOpen: true, record: { chosen: { ids } }, open: nothing, close: nothing }}
    />,
  )
  await screen.findByRole('dialog')
  return screen.getByRole<HTMLInputElement>('textbox')
}

it('puts what was typed about alarms back over these alone', async () => {
  await userEvent.type(await note(['one', 'two']), 'The battery was changed')
  keepDrafts()
  expect((await note(['three'])).value).toBe('')
  const again = await note(['two', 'one'])
  await waitFor(() => expect(again.value).toBe('The battery was changed'))
})
