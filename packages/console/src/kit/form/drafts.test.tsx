import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { useMarkPage } from '../page/useMarkPage.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { useNotices } from '../notify.ts'
import { hasDrafts, keepDrafts } from './drafts.ts'
import type { About } from './useDraft.ts'
import { useFields } from './useFields.ts'

beforeEach(() => {
  prepareBrowser()
  sessionStorage.clear()
  useNotices.setState({ list: [] })
})
afterEach(cleanup)

interface FormProps {
  readonly start?: Readonly<Record<string, unknown>>
  readonly about?: About
}

function Form({ start = {}, about }: FormProps) {
  const form = useFields(vendors.add, start, about)
  useMarkPage(form.isDirty(), form.isKept)
  return (
    <form>
      <TextField {...form.field('name', 'vendor.name')} />
      <TextField {...form.field('signerSecret', 'vendor.signerSecret')} />
    </form>
  )
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
const secretField = () => screen.getAllByRole<HTMLInputElement>('textbox').at(-1) as HTMLElement

/** As the console is loaded anew for another language. */
function loadAnew(): void {
  keepDrafts()
  cleanup()
}

it('puts back what was typed, marked as unsaved, and takes it away again where it is not wanted', async () => {
  show(<Form />)
  await userEvent.type(nameField(), 'Northlight')
  loadAnew()
  const page = show(<Form />)
  await waitFor(() => expect(nameField().value).toBe('Northlight'))
  await waitFor(() => expect([page.isDirty, page.isKept]).toEqual([true, true]))
  expect(hasDrafts()).toBe(false)
  const [notice] = useNotices.getState().list
  expect(notice?.text).toBe('What you had typed is here again')
  notice?.action?.onClick()
  await waitFor(() => expect(nameField().value).toBe(''))
})

it('keeps no secret, and says that one would be lost', async () => {
  const page = show(<Form />)
  await userEvent.type(nameField(), 'Northlight')
  await userEvent.type(secretField(), 'between us')
  await waitFor(() => expect([page.isDirty, page.isKept]).toEqual([true, false]))
  keepDrafts()
  expect(JSON.stringify(sessionStorage)).toContain('Northlight')
  expect(JSON.stringify(sessionStorage)).not.toContain('between us')
})

it('puts it into the form over the same record alone, and not for ever', async () => {
  show(<Form start={{ name: 'Cedar', version: 3 }} />)
  await userEvent.type(nameField(), ' Devices')
  loadAnew()
  show(<Form start={{ name: 'Tigris', version: 3 }} />)
  expect(nameField().value).toBe('Tigris')
  cleanup()
  show(<Form start={{ name: 'Cedar', version: 4 }} />)
  await waitFor(() => expect(nameField().value).toBe('Cedar Devices'))
})

it('does not put it into the form over another record that starts alike', async () => {
  show(<Form about="one" />)
  await userEvent.type(nameField(), 'Northlight')
  loadAnew()
  show(<Form about="another" />)
  expect(nameField().value).toBe('')
  cleanup()
  show(<Form about="one" />)
  await waitFor(() => expect(nameField().value).toBe('Northlight'))
})

it('puts it into a form that begins with a text of another language by now', async () => {
  const worded = ['name']
  show(<Form start={{ name: 'Copy of Cedar' }} about={{ id: 'one', worded }} />)
  await userEvent.clear(nameField())
  await userEvent.type(nameField(), 'Northlight')
  loadAnew()
  show(<Form start={{ name: 'نسخة من Cedar' }} about={{ id: 'another', worded }} />)
  expect(nameField().value).toBe('نسخة من Cedar')
  cleanup()
  show(<Form start={{ name: 'نسخة من Cedar' }} about={{ id: 'one', worded }} />)
  await waitFor(() => expect(nameField().value).toBe('Northlight'))
})

function Tabbed() {
  const [isFront, setFront] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setFront(false)}>
        Away
      </button>
      <Activity mode={isFront ? 'visible' : 'hidden'}>
        <Form />
      </Activity>
    </>
  )
}

it('keeps what stands in a page behind another one, and nothing of a form that is gone', async () => {
  show(<Tabbed />)
  await userEvent.type(nameField(), 'Northlight')
  await userEvent.click(screen.getByRole('button', { name: 'Away' }))
  keepDrafts()
  expect(hasDrafts()).toBe(true)
  sessionStorage.clear()
  loadAnew()
  sessionStorage.clear()
  keepDrafts()
  expect(hasDrafts()).toBe(false)
})
