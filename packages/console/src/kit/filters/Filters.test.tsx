import { organizations, vendors } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { pageOf, vendorOf } from '../../../test/vendorTable.tsx'
import { noteName } from '../list/notedNames.ts'
import { useList } from '../list/useList.ts'
import { Screen } from '../parts/Screen.tsx'
import { statusFilter } from './filterFields.ts'
import { Filters } from './Filters.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
  server = answerCalls()
  server.reply(vendors.page, () => pageOf([vendorOf(1)]))
})
afterEach(cleanup)

function Line() {
  const list = useList(vendors)
  // A vendor belongs to no organisation: any name of its query will do for a record.
  return (
    <Screen title="vendor.title">
      <Filters
        list={list}
        fields={{
          country: 'vendor.country',
          status: statusFilter,
          email: { label: 'kit.orgAndBelow', of: { list: vendors.list } },
        }}
      />
    </Screen>
  )
}

const box = () => screen.getByRole('searchbox', { name: 'Name or code' })
const chip = (name: string | RegExp) => screen.getByRole('button', { name })
const addFilter = async () => {
  await userEvent.click(chip('Filter'))
  return within(await screen.findByRole('dialog', { name: 'Add a filter' }))
}
const lastQuery = () => server.of(vendors.page).at(-1)?.query

describe('the search', () => {
  it('follows the typing once it rests, and Enter at once', async () => {
    const address = show(<Line />)
    await userEvent.type(box(), 'bas ra')
    await waitFor(() => expect(address.query['keyword']).toBe('bas ra'))
    expect(box()).toHaveProperty('value', 'bas ra')
    await userEvent.type(box(), 'h{Enter}')
    expect(address.query['keyword']).toBe('bas rah')
    await waitFor(() => expect(lastQuery()).toMatchObject({ keyword: 'bas rah' }))
  })

  it('takes the last filter away by Backspace where nothing is left to delete', async () => {
    const address = show(<Line />, { country: 'IQ', status: '1' })
    await userEvent.type(box(), 'a{Backspace}')
    expect(address.query).toMatchObject({ country: 'IQ', status: '1' })
    await userEvent.keyboard('{Backspace}')
    expect(address.query['status']).toBeUndefined()
    expect(address.query['country']).toBe('IQ')
  })

  it('is emptied with everything else', async () => {
    const address = show(<Line />, { country: 'IQ', keyword: 'basra' })
    await userEvent.click(chip('Clear'))
    expect(address.query).toEqual({})
    expect(box()).toHaveProperty('value', '')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})

describe('a filter', () => {
  it('that is one of a few values applies when it is chosen, and goes by its cross', async () => {
    const address = show(<Line />)
    const dialog = await addFilter()
    await userEvent.click(dialog.getByRole('option', { name: 'Status' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Disabled' }))
    expect(address.query['status']).toBe('0')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    chip('Status Disabled')
    await userEvent.click(chip('Remove the filter Status'))
    expect(address.query['status']).toBeUndefined()
    expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
  })

  it('is found by typing, and set without the mouse', async () => {
    const address = show(<Line />)
    await addFilter()
    await userEvent.keyboard('count{ArrowDown}{Enter}')
    const field = await screen.findByRole('textbox', { name: 'Country' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('IQ{Enter}')
    await waitFor(() => expect(address.query['country']).toBe('IQ'))
    chip('Country IQ')
  })

  it('that is a text applies also when one goes elsewhere', async () => {
    const address = show(<Line />, { country: 'IQ' })
    await userEvent.click(chip('Country IQ'))
    const field = await screen.findByRole('textbox', { name: 'Country' })
    await userEvent.clear(field)
    await userEvent.type(field, 'TR')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address.query['country']).toBe('TR'))
  })

  it('that is a record asks the server for what is typed', async () => {
    const all = ['Aleppo', 'Babel'].map((name, n) => ({ id: `v${n}`, name, code: null }))
    server.reply(vendors.list, ({ query }) =>
      all.filter(({ name, id }) =>
        query['id'] ? id === query['id'] : name.includes(query['keyword'] ?? ''),
      ),
    )
    const address = show(<Line />)
    const dialog = await addFilter()
    await userEvent.click(dialog.getByRole('option', { name: 'Organisation and below' }))
    await screen.findByRole('option', { name: 'Aleppo' })
    await userEvent.keyboard('Bab')
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Aleppo' })).toBeNull())
    await userEvent.click(screen.getByRole('option', { name: 'Babel' }))
    expect(address.query['email']).toBe('v1')
    await screen.findByRole('button', { name: 'Organisation and below Babel' })
  })

  it('that is set shows its name from the first moment after a reload', () => {
    noteName('v9', 'Zagros')
    show(<Line />, { email: 'v9' })
    chip('Organisation and below Zagros')
  })

  it('that is a moment may cut every list that knows when its records were made', async () => {
    show(<Line />, { createdFrom: '2026-03-01T08:00:00.000Z' })
    expect(chip(/^Made from/).textContent).toMatch(/2026/)
    const dialog = await addFilter()
    for (const name of ['Made before', 'Changed from', 'Changed before'])
      dialog.getByRole('option', { name })
  })

  it('by records is not offered to who may not list them', async () => {
    signInAs(['VENDOR_LIST'])
    server.reply(organizations.list, () => [])
    show(<Line />)
    const dialog = await addFilter()
    dialog.getByRole('option', { name: 'Country' })
    expect(dialog.queryByRole('option', { name: 'Organisation and below' }) === null).toBe(
      vendors.list.permission !== 'VENDOR_LIST',
    )
  })
})
