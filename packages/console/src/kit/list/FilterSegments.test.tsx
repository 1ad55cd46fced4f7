import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors } from '../../../test/vendorTable.tsx'
import { FilterSegments } from './FilterSegments.tsx'
import { useList } from './useList.ts'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerVendors()
})
afterEach(cleanup)

const texts = { 1: 'kit.enabled', 0: 'kit.disabled' } as const

function Vendors() {
  const list = useList(vendors)
  return (
    <FilterSegments
      list={list}
      name="status"
      label="kit.status"
      texts={texts}
      counts={{ 1: 1200 }}
    />
  )
}

it('filters by what is pressed, and by nothing when it is pressed again', async () => {
  const address = show(<Vendors />, { country: 'IQ' })
  const segments = within(await screen.findByRole('group', { name: 'Status' }))
  const words = () => segments.getAllByRole('button').map(({ textContent }) => textContent)
  expect(words()).toEqual(['All', 'Disabled', 'Enabled1,200'])
  const pressed = () => segments.getByRole('button', { pressed: true }).textContent
  expect(pressed()).toBe('All')
  await userEvent.click(segments.getByRole('button', { name: 'Disabled' }))
  expect(address.query).toMatchObject({ country: 'IQ', status: '0' })
  await waitFor(() =>
    expect(server.of(vendors.page).at(-1)?.query).toMatchObject({ country: 'IQ', status: '0' }),
  )
  expect(pressed()).toBe('Disabled')
  await userEvent.click(segments.getByRole('button', { name: 'Disabled' }))
  expect(address.query).toEqual({ country: 'IQ' })
  expect(pressed()).toBe('All')
})
