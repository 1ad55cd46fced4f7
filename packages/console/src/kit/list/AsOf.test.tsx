import { codes, vendors } from '@muster/contract'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, idOf, pageOf, vendorOf, VendorTable } from '../../../test/vendorTable.tsx'
import { changed, useLive } from '../live.ts'
import { queries } from '../queries.ts'
import { usePaused } from '../../ui/table/pausedQueries.ts'

const path = '/admin/vendor/v1/vendor'
let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  usePaused.setState({}, true)
  server = answerVendors()
})
afterEach(() => {
  cleanup()
  queries.clear()
})

const asked = () => server.of(vendors.page).length
/** The server says that vendors were changed; told paths rest for half a second. */
const tell = async (...ids: string[]) => {
  act(() => changed({ path, ids }))
  await new Promise((resolve) => setTimeout(resolve, 600))
}

describe('a list', () => {
  it('says when its rows were read, and reads what was changed', async () => {
    show(<VendorTable />, {}, {}, queries)
    await screen.findByText('Vendor 1')
    await screen.findByText(/^As of \d\d:\d\d:\d\d$/)
    const before = asked()
    await tell(idOf(1))
    await waitFor(() => expect(asked()).toBe(before + 1))
  })

  it('that is paused keeps its rows, counts what it missed, and reads it when it goes on', async () => {
    show(<VendorTable />, {}, {}, queries)
    await screen.findByText('Vendor 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    screen.getByText('Paused')
    const before = asked()
    server.reply(vendors.page, () => pageOf([vendorOf(1, { name: 'Renamed' })]))
    await tell(idOf(1))
    screen.getByText('One change waits')
    await tell(idOf(1), idOf(2))
    screen.getByText('2 changes wait')
    screen.getByText('Vendor 1')
    expect(screen.queryByText('Renamed')).toBeNull()
    expect(asked()).toBe(before)
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByText('Renamed')
    expect(asked()).toBe(before + 1)
    expect(screen.queryByText(/wait|Paused/)).toBeNull()
  })

  it('that could not be read again says that its rows are old, until they are read', async () => {
    useLive.setState({ isOpen: true })
    show(<VendorTable />, {}, {}, queries)
    await screen.findByText(/^As of/)
    const dot = () => document.querySelector('[data-state]')?.getAttribute('data-state')
    expect(dot()).toBe('live')
    server.refuse(vendors.page, refuse(codes.badRequest, 'Not now'))
    await tell(idOf(1))
    await screen.findByText(/^Old: as of \d\d:\d\d:\d\d/)
    screen.getByText('Vendor 1')
    expect(dot()).toBe('old')
    server.reply(vendors.page, () => pageOf([vendorOf(1)]))
    await act(() => queries.refetchQueries())
    await screen.findByText(/^As of/)
    expect(dot()).toBe('live')
  })

  it('that is paused says that many wait where the server names none', async () => {
    show(<VendorTable />, {}, {}, queries)
    await screen.findByText('Vendor 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    const before = asked()
    await tell()
    screen.getByText('Many changes wait')
    expect(asked()).toBe(before)
  })

  it('that is paused and read anew waits for nothing that it shows by now', async () => {
    show(<VendorTable />, {}, {}, queries)
    await screen.findByText('Vendor 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    await tell(idOf(1))
    screen.getByText('One change waits')
    server.reply(vendors.page, () => pageOf([vendorOf(1, { name: 'Renamed' })]))
    // As a page that is mounted anew does.
    await act(() => queries.refetchQueries())
    await screen.findByText('Renamed')
    await screen.findByText('Paused')
    await tell(idOf(2))
    expect(screen.getByRole('status').textContent).toBe('One change waits')
  })
})
