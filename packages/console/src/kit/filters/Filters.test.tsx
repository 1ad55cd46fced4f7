import { devices, vendors } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { onePage } from '../../../test/devices.ts'
import { noteName } from '../form/notedNames.ts'
import { useList } from '../list/useList.ts'
import { Screen } from '../page/Screen.tsx'
import { statusFilter } from './filterFields.ts'
import { Filters } from './Filters.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  sessionStorage.clear()
  server = answerCalls()
  server.reply(devices.page, () => onePage([]))
  server.reply(vendors.list, () => [])
})
afterEach(cleanup)

function Line() {
  const list = useList(devices)
  return (
    <Screen title="vendor.title">
      <Filters
        list={list}
        fields={{
          tid: 'device.tid',
          status: statusFilter,
          vendorId: { label: 'device.vendor', of: vendors },
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
const lastQuery = () => server.of(devices.page).at(-1)?.query

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
    const address = show(<Line />, { tid: 'IQ', status: '1' })
    await userEvent.type(box(), 'a{Backspace}')
    expect(address.query).toMatchObject({ tid: 'IQ', status: '1' })
    await userEvent.keyboard('{Backspace}')
    expect(address.query['status']).toBeUndefined()
    expect(address.query['tid']).toBe('IQ')
  })

  it('keeps its filters while Backspace is held down', () => {
    const address = show(<Line />, { tid: 'IQ', status: '1' })
    fireEvent.keyDown(box(), { key: 'Backspace', repeat: true })
    expect(address.query).toMatchObject({ tid: 'IQ', status: '1' })
    fireEvent.keyDown(box(), { key: 'Backspace' })
    expect(address.query['status']).toBeUndefined()
  })

  it('is emptied with everything else', async () => {
    const address = show(<Line />, { tid: 'IQ', keyword: 'basra' })
    await userEvent.click(chip('Clear'))
    expect(address.query).toEqual({})
    expect(box()).toHaveProperty('value', '')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })
})

it('does not seek what was typed before all was cleared', async () => {
  const address = show(<Line />, { tid: 'IQ' })
  await userEvent.type(box(), 'basra')
  await userEvent.click(chip('Clear'))
  expect(box()).toHaveProperty('value', '')
  await userEvent.type(box(), 'x')
  await waitFor(() => expect(address.query['keyword']).toBe('x'))
  expect(server.of(devices.page).filter(({ query }) => query['keyword'] === 'basra')).toEqual([])
})

it('says that a list is cut by records that one may not list, and takes it away', async () => {
  signInAs(['DEVICE_LIST'])
  const address = show(<Line />, { vendorId: 'v1' })
  const said = await screen.findByText('one that you may not see')
  expect(said.closest('button')).toBeNull()
  const dialog = await addFilter()
  expect(dialog.queryByRole('option', { name: 'Vendor' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  chip('Clear')
  await userEvent.click(chip('Remove the filter Vendor'))
  expect(address.query['vendorId']).toBeUndefined()
})

it('can be cleared of a filter that the line has no field for', async () => {
  const address = show(<Line />, { sn: '137' })
  await userEvent.click(chip('Clear'))
  expect(address.query).toEqual({})
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
    await userEvent.keyboard('(tid{ArrowDown}{Enter}')
    const field = await screen.findByRole('textbox', { name: 'Terminal ID (TID)' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await userEvent.keyboard('IQ{Enter}')
    await waitFor(() => expect(address.query['tid']).toBe('IQ'))
    chip('Terminal ID (TID) IQ')
  })

  it('that is a text applies also when one goes elsewhere', async () => {
    const address = show(<Line />, { tid: 'IQ' })
    await userEvent.click(chip('Terminal ID (TID) IQ'))
    const field = await screen.findByRole('textbox', { name: 'Terminal ID (TID)' })
    await userEvent.clear(field)
    await userEvent.type(field, 'TR')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(address.query['tid']).toBe('TR'))
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
    await userEvent.click(dialog.getByRole('option', { name: 'Vendor' }))
    await screen.findByRole('option', { name: 'Aleppo' })
    await userEvent.keyboard('Bab')
    await waitFor(() => expect(screen.queryByRole('option', { name: 'Aleppo' })).toBeNull())
    await userEvent.click(screen.getByRole('option', { name: 'Babel' }))
    expect(address.query['vendorId']).toBe('v1')
    await screen.findByRole('button', { name: 'Vendor Babel' })
  })

  it('that is set shows its name from the first moment after a reload', () => {
    noteName('v9', 'Zagros')
    show(<Line />, { vendorId: 'v9' })
    expect(chip('Vendor Zagros')).toBeTruthy()
  })

  it('that is a moment may cut every list that knows when its records were made', async () => {
    show(<Line />, { createdFrom: '2026-03-01T08:00:00.000Z' })
    expect(chip(/^Made from/).textContent).toMatch(/2026/)
    const dialog = await addFilter()
    for (const name of ['Made before', 'Changed from', 'Changed before'])
      dialog.getByRole('option', { name })
  })

  it('by records is not offered to who may not list them', async () => {
    signInAs(['DEVICE_LIST'])
    show(<Line />)
    const dialog = await addFilter()
    dialog.getByRole('option', { name: 'Status' })
    expect(dialog.queryByRole('option', { name: 'Vendor' })).toBeNull()
  })
})

describe('the filters that are offered', () => {
  const aurora = { id: 'v1', name: 'Aurora', code: 'AURORA' }

  it('are found by what they may be set to, and set by one choice', async () => {
    server.reply(vendors.list, ({ query: { id, keyword } }) =>
      id === 'v1' || keyword === 'auro' ? [aurora] : [],
    )
    const address = show(<Line />)
    const dialog = await addFilter()
    await userEvent.keyboard('auro')
    await userEvent.click(await dialog.findByRole('option', { name: /^Vendor Aurora/ }))
    expect(address.query['vendorId']).toBe('v1')
    chip('Vendor Aurora')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.of(vendors.list).length).toBeLessThan(4)
  })

  it('wait with Enter for records, and take the first of them without the mouse', async () => {
    server.reply(vendors.list, () => [aurora])
    const address = show(<Line />)
    await addFilter()
    await userEvent.keyboard('auro{Enter}')
    await waitFor(() => expect(address.query['vendorId']).toBe('v1'))
  })

  it('offer a value of the few that one of them has, without asking', async () => {
    const address = show(<Line />)
    const dialog = await addFilter()
    await userEvent.keyboard('disab')
    await userEvent.click(dialog.getByRole('option', { name: 'Status Disabled' }))
    expect(address.query['status']).toBe('0')
  })

  it('offer a few records each, and ask for none by a single letter', async () => {
    server.reply(vendors.list, () =>
      Array.from({ length: 9 }, (_, at) => ({ id: `v${at}`, name: `Aurora ${at}`, code: null })),
    )
    show(<Line />)
    const dialog = await addFilter()
    await userEvent.keyboard('x')
    dialog.getByText('Nothing matches')
    expect(server.asked.filter(({ query }) => query['keyword'])).toEqual([])
    await userEvent.keyboard('{Backspace}au')
    dialog.getByText('Loading')
    await dialog.findByRole('option', { name: 'Vendor Aurora 0' })
    expect(dialog.getAllByRole('option')).toHaveLength(4)
  })

  it('say that nothing is found, or that the server could not be asked', async () => {
    show(<Line />)
    const dialog = await addFilter()
    await userEvent.keyboard('zagros')
    await dialog.findByText('Nothing matches')
    server.refuse(vendors.list, refuse(500, 'internal'))
    await userEvent.keyboard('x')
    expect(await dialog.findByText('The server could not be asked for records.')).toBeTruthy()
  })
})
