import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { HoursField } from './HoursField.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function Field() {
  const [value, setValue] = useState<unknown>('')
  const rest = { name: 'hours', label: 'Hours', error: undefined, required: false }
  return <HoursField {...rest} value={value} onChange={setValue} onBlur={() => undefined} />
}

it('opens a day with the hours of the last open one before it', async () => {
  show(<Field />)
  const day = (name: string) => screen.getByRole('group', { name })
  const times = (name: string) =>
    [...day(name).querySelectorAll<HTMLInputElement>('input:not([type=checkbox])')].map(
      ({ value }) => value,
    )
  await userEvent.click(screen.getByRole('checkbox', { name: 'Monday' }))
  expect(times('Monday')).toEqual(['09:00', '17:00'])
  const [from] = day('Monday').querySelectorAll('input:not([type=checkbox])')
  if (!from) throw new Error('Monday has its hours')
  await userEvent.clear(from)
  await userEvent.type(from, '10:30')
  await userEvent.tab()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Thursday' }))
  expect(times('Thursday')).toEqual(['10:30', '17:00'])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sunday' }))
  expect(times('Sunday')).toEqual(['10:30', '17:00'])
})
