import { vendors } from '@muster/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { answerVendors, opened, VendorTable } from '../../../test/vendorTable.tsx'

beforeEach(() => {
  localStorage.clear()
  prepareBrowser()
  signInAs('all')
  answerVendors()
  opened.mockClear()
})
afterEach(cleanup)

/** The list with its keys, and the focus in its first row. */
const begin = async () => {
  show(<VendorTable />)
  await screen.findByText('Vendor 1')
  await screen.findByText(/^As of/)
  await userEvent.keyboard('j')
}
const focused = () => document.activeElement?.closest('tr')?.dataset['row']?.slice(-1)
const chosen = () =>
  [...document.querySelectorAll<HTMLElement>('tr[aria-selected=true]')].map(({ dataset }) =>
    dataset['row']?.slice(-1),
  )

describe('the rows of a list', () => {
  it('are walked by arrows, or j and k, and not beyond their ends', async () => {
    await begin()
    expect(focused()).toBe('1')
    await userEvent.keyboard('{ArrowDown}j')
    expect(focused()).toBe('3')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('3')
    await userEvent.keyboard('k{ArrowUp}{ArrowUp}')
    expect(focused()).toBe('1')
  })

  it.each(['x', 'X'])('are chosen, and taken out again, by %o', async (key) => {
    await begin()
    await userEvent.keyboard(key)
    expect(chosen()).toEqual(['1'])
    await userEvent.keyboard(key)
    expect(chosen()).toEqual([])
  })

  it('are chosen one after the other by Shift with an arrow', async () => {
    await begin()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(chosen()).toEqual(['1', '2', '3'])
    expect(focused()).toBe('3')
  })

  it('are chosen from one box to another by Shift with a click', async () => {
    await begin()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Vendor 1' }))
    const third = screen.getByRole('checkbox', { name: 'Select Vendor 3' })
    fireEvent.click(third, { shiftKey: true })
    expect(chosen()).toEqual(['1', '2', '3'])
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Vendor 2' }), { shiftKey: true })
    expect(chosen()).toEqual(['1'])
  })

  it('are opened by Enter as by their first button that opens something', async () => {
    await begin()
    for (const link of document.querySelectorAll('td a')) link.removeAttribute('href')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(opened).toHaveBeenCalledExactlyOnceWith('Vendor 2')
  })

  it('are not taken away by Enter, where nothing opens them', async () => {
    signInAs(['VENDOR_LIST', 'VENDOR_DELETE'])
    const server = answerVendors()
    server.reply(vendors.remove, () => ({ count: 1 }))
    await begin()
    for (const link of document.querySelectorAll('td a')) link.removeAttribute('href')
    screen.getAllByRole('button', { name: 'Delete' })
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(server.of(vendors.remove)).toHaveLength(0)
  })

  it('are opened by Enter as by their link, where they have one', async () => {
    await begin()
    const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    screen.getByRole('link', { name: 'Vendor 2' }).addEventListener('click', followed)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(followed).toHaveBeenCalledOnce()
    expect(opened).not.toHaveBeenCalled()
  })

  it('are all chosen by Ctrl and A', async () => {
    await begin()
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(chosen()).toEqual(['1', '2', '3'])
  })

  it('leave the keys to whoever is typing; / goes to the keyword', async () => {
    await begin()
    await userEvent.keyboard('/')
    const keyword = screen.getByLabelText('Name or code')
    expect(document.activeElement).toBe(keyword)
    await userEvent.keyboard('jx k')
    expect(keyword).toHaveProperty('value', 'jx k')
    expect(chosen()).toEqual([])
  })
})

it('chooses no row where nothing acts on chosen ones', async () => {
  signInAs(['VENDOR_LIST', 'VENDOR_EDIT'])
  await begin()
  await userEvent.keyboard('x{Shift>}{ArrowDown}{/Shift}')
  expect(chosen()).toEqual([])
  expect(screen.queryByRole('toolbar')).toBeNull()
})

it.each([
  ['hidden', '1'],
  ['visible', undefined],
] as const)('hears keys beside a page with an open dialog that is %s: %s', async (mode, row) => {
  show(
    <>
      <VendorTable />
      <Activity mode={mode}>
        <section>
          <div role="dialog">Edit</div>
        </section>
      </Activity>
    </>,
  )
  await screen.findByText('Vendor 1')
  await screen.findByText(/^As of/)
  await userEvent.keyboard('j')
  expect(focused()).toBe(row)
})
