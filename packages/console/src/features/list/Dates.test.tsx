import { vendors } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, VendorTable } from '../../../test/vendorTable.tsx'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerVendors()
})
afterEach(cleanup)

it('cuts the list to when its records were made, beside what it is filtered by', async () => {
  const address = show(<VendorTable />, { keyword: 'acme' })
  await userEvent.click(await screen.findByRole('button', { name: 'When made or changed' }))
  const dialog = within(await screen.findByRole('dialog'))
  const from = await waitFor(() => {
    const input = dialog.getByLabelText<HTMLInputElement>('Made from')
    expect(input.readOnly).toBe(false)
    return input
  })
  fireEvent.change(from, { target: { value: '2026-02-01T08:30' } })
  fireEvent.blur(from)
  const moment = new Date('2026-02-01T08:30').toISOString()
  await waitFor(() => expect(address.query).toEqual({ keyword: 'acme', createdFrom: moment }))
  expect(server.of(vendors.page).at(-1)?.query).toMatchObject({ createdFrom: moment })
  await userEvent.click(dialog.getByText('Close'))
  await screen.findByRole('button', { name: 'When made or changed (in use)' })
})

it('takes the moments back, and leaves the other filters', async () => {
  const updatedTo = '2026-02-01T08:30:00.000Z'
  const address = show(<VendorTable />, { country: 'IQ', updatedTo })
  await userEvent.click(await screen.findByRole('button', { name: /in use/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(address.query).toEqual({ country: 'IQ' }))
})
