import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type Code, code, useCode } from './code.ts'

afterEach(cleanup)

function Place({ of }: { readonly of: Code<string> }) {
  return <p>{useCode(of) ?? 'awaited'}</p>
}

/** Says what went wrong in it. */
class Fault extends Component<{ readonly children: ReactNode }> {
  override state = { said: '' }
  static getDerivedStateFromError = (error: Error) => ({ said: error.message })
  override render() {
    return this.state.said || this.props.children
  }
}

it('draws at once what is here, and what was awaited when it comes', async () => {
  const part = code(() => Promise.resolve('here'))
  render(<Place of={part} />)
  expect(screen.getByText('awaited')).toBeTruthy()
  await screen.findByText('here')
  cleanup()
  render(<Place of={part} />)
  expect(screen.getByText('here')).toBeTruthy()
})

it('throws what became of it, and asks again the next time', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fetch = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('lost'))
    .mockResolvedValue('here')
  const part = code(fetch)
  render(
    <Fault>
      <Place of={part} />
    </Fault>,
  )
  await screen.findByText('lost')
  await act(async () => expect(await part.load()).toBe('here'))
  expect(fetch).toHaveBeenCalledTimes(2)
})
