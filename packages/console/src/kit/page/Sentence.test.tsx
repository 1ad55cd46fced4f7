import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { CallError, noAnswer } from '../callError.ts'
import { Failed } from './Sentence.tsx'
import { Words } from './values.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says in words that the server is away, and tries again', async () => {
  const retry = vi.fn<() => void>()
  show(<Failed error={new CallError(noAnswer, 'Network Error')} retry={retry} />)
  screen.getByText('The server cannot be reached, so this cannot be shown now.')
  expect(screen.queryByText('Network Error')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('says what the server said', () => {
  show(<Failed error={new CallError(404, 'It is gone')} retry={() => undefined} />)
  expect(screen.getByText('It is gone')).toBeTruthy()
})

it('writes words in the direction of their script', () => {
  show(<Words>Euphrates Devices</Words>)
  expect(screen.getByText('Euphrates Devices').dir).toBe('auto')
})
