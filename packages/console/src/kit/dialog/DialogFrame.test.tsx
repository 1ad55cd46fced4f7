import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it } from 'vitest'
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
