import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { keepDrafts } from '../../../kit/form/drafts.ts'
import { MessageManyDialog } from './MessageManyDialog.tsx'
import type { ChosenDevices } from './useCommandMany.ts'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
})
afterEach(cleanup)

const nothing = () => undefined

/** The text of a message to chosen terminals. */
async function message(...ids: string[]): Promise<HTMLInputElement> {
  cleanup()
  const list: ChosenDevices = {
    isAll: false,
    selected: new Set(ids),
    sought: {},
    total: 9,
    clearSelection: nothing,
  }
  show(
    <MessageManyDialog
      dialog={{ isOpen: true, record: ids.length, open: nothing, close: nothing }}
      list={list}
    />,
  )
  return screen.findByRole<HTMLInputElement>('textbox', { name: /^Text/ })
}

it('puts what was typed to chosen terminals back over these alone', async () => {
  await userEvent.type(await message('one', 'two'), 'Closed at noon')
  keepDrafts()
  expect((await message('one', 'three')).value).toBe('')
  const again = await message('two', 'one')
  await waitFor(() => expect(again.value).toBe('Closed at noon'))
})
