import { vendors } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, VendorTable } from '../../../test/vendorTable.tsx'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerVendors()
})
afterEach(cleanup)

describe('the order of rows', () => {
  it('is chosen below them where they are cards', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(width < 600px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const address = show(<VendorTable />)
    const choice = await screen.findByRole('combobox', { name: 'Sort by' })
    expect(choice).toHaveProperty('value', '')
    const last = () => server.of(vendors.page).at(-1)?.query
    await userEvent.selectOptions(choice, 'Name, descending')
    expect(address.query).toMatchObject({ sortField: 'name', sortOrder: 'desc' })
    await waitFor(() => expect(last()).toMatchObject({ sortField: 'name', sortOrder: 'desc' }))
    await userEvent.selectOptions(choice, 'Usual order')
    expect(address.query).not.toHaveProperty('sortField')
  })

  it('is chosen in the heads where there are some', async () => {
    show(<VendorTable />)
    await screen.findByText(/^As of/)
    expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull()
  })
})
