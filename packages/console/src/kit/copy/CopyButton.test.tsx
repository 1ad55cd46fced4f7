import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { useNotices } from '../notify.ts'
import { SecretOnce } from './SecretOnce.tsx'

beforeEach(() => {
  prepareBrowser()
  useNotices.setState({ list: [] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const showSecret = (close: () => void = () => undefined) =>
  show(
    <SecretOnce
      title="client.secretTitle"
      text="client.secretOnce"
      lines={[
        { label: 'client.id', text: 'c-1' },
        { label: 'client.secret', text: 's3cret' },
      ]}
      close={close}
    />,
  )

/** What a copy command of the browser hands over; jsdom has none. */
function copyCommand(): string[] {
  const copied: string[] = []
  document.execCommand = () => {
    const event = new Event('copy', { cancelable: true })
    const clipboardData = { setData: (_: string, text: string) => copied.push(text) }
    return window.dispatchEvent(Object.assign(event, { clipboardData }))
  }
  return copied
}

it('copies over plain HTTP, and says of each line whether it did', async () => {
  vi.stubGlobal('isSecureContext', false)
  const copied = copyCommand()
  showSecret()
  fireEvent.click(screen.getByRole('button', { name: 'Copy: Secret' }))
  await screen.findByRole('button', { name: 'Copied: Secret' })
  screen.getByRole('button', { name: 'Copy: Client ID' })
  expect(copied).toEqual(['s3cret'])
})

it('says when the browser does not let it copy', async () => {
  vi.stubGlobal('isSecureContext', true)
  const clipboard = { writeText: () => Promise.reject(new Error('denied')) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  showSecret()
  fireEvent.click(screen.getByRole('button', { name: 'Copy: Secret' }))
  await vi.waitFor(() =>
    expect(useNotices.getState().list[0]?.text).toBe('The browser does not allow copying here'),
  )
  screen.getByRole('button', { name: 'Copy: Secret' })
})

it('stays until it is closed', () => {
  const close = vi.fn<() => void>()
  showSecret(close)
  screen.getByText('s3cret')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalled()
})
