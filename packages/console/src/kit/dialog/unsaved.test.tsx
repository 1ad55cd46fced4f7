import { areas } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerQuestion, prepareBrowser, show } from '../../../test/show.tsx'
import { Checkbox, Textarea, TextInput } from '../../ui/controls.ts'
import { ChoiceInput } from '../../ui/form/ChoiceInput.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { MultiSelect, TagsInput } from '../../ui/MultiInput.tsx'
import { Select } from '../../ui/Select.tsx'
import { useFields } from '../form/useFields.ts'
import { useMarkPage } from '../page/useMarkPage.ts'
import { CancelButton } from './CancelButton.tsx'
import { useQuestion } from './confirm.ts'
import { DialogFrame } from './DialogFrame.tsx'

const close = vi.fn<() => void>()

beforeEach(() => {
  prepareBrowser()
  close.mockClear()
  useQuestion.getState().asked?.answer(false)
})
afterEach(cleanup)

const field = () => screen.findByLabelText('Field', { selector: 'input, textarea, select' })
const cross = () => userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as Element)
const isAsked = () => useQuestion.getState().asked !== null

function draw(contents: ReactNode, frame: { readonly looksOnly?: boolean } = {}) {
  return show(
    <DialogFrame title="Dialog" isOpen close={close} {...frame}>
      {contents}
    </DialogFrame>,
  )
}

const choose = async () => {
  await userEvent.click(await field())
  await userEvent.click(await screen.findByRole('option', { name: 'Basra', hidden: true }))
}
const type = async () => userEvent.type(await field(), 'Basra{Enter}')

const kinds: Readonly<Record<string, readonly [ReactNode, () => Promise<void>]>> = {
  'a line': [<TextInput key="a" label="Field" />, type],
  'a text': [<Textarea key="a" label="Field" />, type],
  'a box': [<Checkbox key="a" label="Field" />, async () => userEvent.click(await field())],
  'a choice': [
    <ChoiceInput key="a" label="Field" options={{ a: 'Basra' }} value="" onChoose={() => 0} />,
    async () => userEvent.selectOptions(await field(), 'a'),
  ],
  'a list': [<Select key="a" label="Field" data={['Basra', 'Mosul']} />, choose],
  'a list for several': [<MultiSelect key="a" label="Field" data={['Basra', 'Mosul']} />, choose],
  'a list of words': [<TagsInput key="a" label="Field" />, type],
}

it.each(Object.entries(kinds))('asks before %s is lost', async (_, [contents, fill]) => {
  const page = draw(contents)
  await fill()
  expect(page.isDirty).toBe(true)
  await cross()
  await answerQuestion(false)
  expect(close).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}{Escape}')
  await answerQuestion(true)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

function InTab({ children }: { readonly children: ReactNode }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button onClick={() => setHere(!isHere)}>Change the tab</button>
      <Activity mode={isHere ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  )
}

it('knows of what was typed before its tab was left', async () => {
  const page = show(
    <InTab>
      <DialogFrame title="Dialog" isOpen close={close}>
        <TextInput label="Field" />
      </DialogFrame>
    </InTab>,
  )
  await type()
  // The bar of tabs lies over the veil of a dialog.
  const change = () => fireEvent.click(screen.getByText('Change the tab'))
  change()
  change()
  await waitFor(() => expect(page.isDirty).toBe(true))
  expect(await field()).toHaveProperty('value', 'Basra')
  await cross()
  expect(isAsked()).toBe(true)
  expect(close).not.toHaveBeenCalled()
})

function Reopened() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <DialogFrame title="Dialog" isOpen={isOpen} close={() => setOpen(false)}>
        <TextInput label="Field" />
      </DialogFrame>
    </>
  )
}

it('forgets what was typed once it is closed', async () => {
  const page = show(<Reopened />)
  await type()
  await cross()
  await answerQuestion(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.isDirty).toBe(false)
  fireEvent.click(screen.getByText('Open'))
  await field()
  await cross()
  expect(isAsked()).toBe(false)
})

it('asks by its own button as by its cross', async () => {
  draw([<TextInput key="a" label="Field" />, <CancelButton key="b" close={close} />])
  await type()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await answerQuestion(false)
  expect(close).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await answerQuestion(true)
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
})

/** A page with input of its own below a dialog. */
function HoldingPage() {
  const [isOpen, setOpen] = useState(true)
  useMarkPage(true)
  return (
    <DialogFrame title="Dialog" isOpen={isOpen} close={() => setOpen(false)}>
      <TextInput label="Field" />
    </DialogFrame>
  )
}

it('leaves the mark of what the page itself holds', async () => {
  const page = show(<HoldingPage />)
  await type()
  await cross()
  await answerQuestion(true)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(page.isDirty).toBe(true)
})

it('closes without a question where nothing was touched', async () => {
  draw(<TextInput label="Field" />)
  await userEvent.click(await field())
  await cross()
  expect(close).toHaveBeenCalledOnce()
  expect(isAsked()).toBe(false)
})

it('closes without a question where its fields only choose what is looked at', async () => {
  const page = draw(<TextInput label="Field" />, { looksOnly: true })
  await type()
  await cross()
  expect(close).toHaveBeenCalledOnce()
  expect(page.isDirty).toBe(false)
})

function Form() {
  const form = useFields(areas.add)
  return <TextField {...form.field('name', 'area.name')} />
}

it('believes a form: what was typed and taken back is no input', async () => {
  draw(<Form />)
  const name = await screen.findByLabelText(/^Name/)
  await userEvent.type(name, 'B')
  await cross()
  await answerQuestion(false)
  await userEvent.type(name, '{Backspace}')
  await cross()
  expect(close).toHaveBeenCalledOnce()
  expect(isAsked()).toBe(false)
})

function Steps({ children }: { readonly children: ReactNode }) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <p>Done</p>
  return (
    <>
      {children}
      <button onClick={() => setDone(true)}>Go</button>
    </>
  )
}

it.each([
  ['a field', <TextInput key="a" label="Name" />],
  ['a form', <Form key="a" />],
])('forgets %s that gave way to its outcome', async (_, contents) => {
  draw(<Steps>{contents}</Steps>)
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Basra')
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  await screen.findByText('Done')
  await cross()
  expect(close).toHaveBeenCalledOnce()
  expect(isAsked()).toBe(false)
})

it('leaves what is typed into a dialog further in to that one', async () => {
  const closeInner = vi.fn<() => void>()
  draw(
    <DialogFrame title="Inner" isOpen close={closeInner}>
      <TextInput label="Field" />
    </DialogFrame>,
  )
  await type()
  const outer = within(screen.getByRole('dialog', { name: 'Dialog' }))
  await userEvent.click(outer.getByRole('button', { name: 'Close', hidden: true }))
  expect(close).toHaveBeenCalledOnce()
  const inner = within(screen.getByRole('dialog', { name: 'Inner' }))
  await userEvent.click(inner.getByRole('button', { name: 'Close' }))
  expect(isAsked()).toBe(true)
  expect(closeInner).not.toHaveBeenCalled()
})
