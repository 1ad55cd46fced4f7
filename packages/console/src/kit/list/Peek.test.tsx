import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, idOf, opened, VendorTable } from '../../../test/vendorTable.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  answerVendors()
  opened.mockClear()
})
afterEach(cleanup)

const panel = (n: number) => screen.findByRole('complementary', { name: `A look at Vendor ${n}` })

it('shows the record of a row that is clicked, with what can be done to it', async () => {
  show(<VendorTable />)
  await userEvent.click(await screen.findByText('V2'))
  const look = within(await panel(2))
  look.getByRole('heading', { name: 'Vendor 2' })
  look.getByText('Country')
  await userEvent.click(look.getByRole('button', { name: 'Open it' }))
  expect(opened).toHaveBeenCalledWith('Vendor 2')
  await userEvent.click(look.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('opens by Space, walks along with the keys and ends by Escape', async () => {
  show(<VendorTable />)
  await screen.findByText('V1')
  await screen.findByRole('button', { name: 'Pause' })
  await userEvent.keyboard('jj ')
  expect(await panel(2)).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  expect(await panel(3)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('complementary')).toBeNull()
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('leaves boxes, links and buttons to what they are for', async () => {
  show(<VendorTable />)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Vendor 1' }))
  const row = (await screen.findByText('V1')).closest('tr') as HTMLElement
  await userEvent.click(within(row).getByRole('button', { name: 'Open it' }))
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('is open where a link asks for it, until it is closed', async () => {
  const page = show(<VendorTable />, { peek: idOf(2) })
  const look = within(await panel(2))
  await userEvent.click(look.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(page.query['peek']).toBeFalsy()
})
