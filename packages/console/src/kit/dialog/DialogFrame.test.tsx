import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render } from '@testing-library/react'
import { Activity, useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { DialogFrame } from './DialogFrame.tsx'

const drawn = (isOpen: boolean, isHere: boolean) => (
  <MantineProvider>
    <Activity mode={isHere ? 'visible' : 'hidden'}>
      <DialogFrame title="Edit" isOpen={isOpen} close={() => undefined}>
        Contents
      </DialogFrame>
    </Activity>
  </MantineProvider>
)
const veil = () => document.querySelector('.mantine-Modal-overlay')

it('leaves nothing over a page that is left at the moment in which it closes', async () => {
  const { rerender, findByText } = render(drawn(true, true))
  await findByText('Contents')
  expect(veil()).not.toBeNull()
  rerender(drawn(false, true))
  rerender(drawn(false, false))
  rerender(drawn(false, true))
  await act(() => new Promise((done) => setTimeout(done, 400)))
  expect(veil()).toBeNull()
})

/** A field with a list, which is closed before the key goes further, as in a browser. */
function FieldWithList() {
  const [isOpen, setOpen] = useState(true)
  return (
    <input
      aria-label="Model"
      data-mantine-stop-propagation={isOpen || undefined}
      onKeyDown={() => flushSync(() => setOpen(false))}
    />
  )
}

it('leaves Escape to an open list, and takes the next one', async () => {
  const close = vi.fn<() => void>()
  const { findByLabelText } = render(
    <MantineProvider>
      <DialogFrame title="Add" isOpen close={close}>
        <FieldWithList />
      </DialogFrame>
    </MantineProvider>,
  )
  const field = await findByLabelText('Model')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})

it('lies beside the dialog that it opens out of, and Escape closes it alone', async () => {
  const [closeOuter, closeInner] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { findByText, getByRole } = render(
    <MantineProvider>
      <DialogFrame title="Design" isOpen close={closeOuter} place="whole">
        <DialogFrame title="Faults" isOpen close={closeInner}>
          Nothing is there
        </DialogFrame>
      </DialogFrame>
    </MantineProvider>,
  )
  const inner = await findByText('Nothing is there')
  expect(getByRole('dialog', { name: 'Design' }).contains(inner)).toBe(false)
  fireEvent.keyDown(inner, { key: 'Escape' })
  expect(closeInner).toHaveBeenCalledOnce()
  expect(closeOuter).not.toHaveBeenCalled()
})
