import { codes, type ListLook, listViews, vendors } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { answerVendors, VendorTable } from '../../../../test/vendorTable.tsx'
import { keepTableLayout, keepUnsent } from '../tableLayout.ts'

let server: ReturnType<typeof answerVendors>

beforeEach(() => {
  const place = { user: 'Layla', key: vendors.page.path }
  keepTableLayout(place, null)
  keepUnsent(place, false)
  prepareBrowser()
  signInAs('all')
  server = answerVendors()
})
afterEach(cleanup)

const headings = () =>
  [...document.querySelectorAll<HTMLElement>('th[data-column]')].map(
    ({ dataset }) => dataset['column'],
  )
const heading = (id: string) => document.querySelector(`th[data-column=${id}]`) as HTMLElement
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('dialog', { name: 'Columns' }))
}
/** The look that was sent last; changes are sent when they rest. */
const sent = async (): Promise<ListLook | null> => {
  await waitFor(() => expect(server.of(listViews.setLook)).not.toHaveLength(0))
  const bodies = server.of(listViews.setLook).map(({ body }) => body as { look: ListLook | null })
  return bodies.at(-1)?.look ?? null
}

describe('the columns of a list', () => {
  it('are hidden and shown at once, and kept on the server', async () => {
    show(<VendorTable />)
    const dialog = await open()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Contact' }))
    expect(headings()).not.toContain('contact')
    expect(await sent()).toMatchObject({ hidden: ['contact'] })
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Contact' }))
    expect(headings()).toContain('contact')
    await waitFor(async () => expect(await sent()).toMatchObject({ hidden: [] }))
  })

  it('never all go', async () => {
    show(<VendorTable />)
    const dialog = await open()
    for (const box of dialog.getAllByRole('checkbox').slice(1)) await userEvent.click(box)
    expect(headings()).toEqual(['name'])
    expect(dialog.getByRole('checkbox', { name: 'Name' })).toHaveProperty('disabled', true)
    await sent()
  })

  it('are moved by keyboard, which stays on its button to the end of the way', async () => {
    show(<VendorTable />)
    const dialog = await open()
    const forward = dialog.getByRole('button', { name: 'Move Country forward' })
    forward.focus()
    await userEvent.keyboard('{Enter}')
    expect(headings().slice(0, 3)).toEqual(['name', 'country', 'code'])
    await userEvent.keyboard('{Enter}{Enter}')
    // The name is pinned: nothing comes before it.
    expect(headings().slice(0, 3)).toEqual(['name', 'country', 'code'])
    expect(document.activeElement).toBe(
      dialog.getByRole('button', { name: 'Move Country forward' }),
    )
    expect((await sent())?.order.slice(0, 3)).toEqual(['name', 'country', 'code'])
    expect(
      dialog.getByRole('button', { name: 'Move Name back' }).getAttribute('aria-disabled'),
    ).toBe('true')
  })

  it('are widened in the dialog, and by Shift with an arrow on a heading', async () => {
    show(<VendorTable />)
    const dialog = await open()
    await userEvent.click(dialog.getByRole('button', { name: 'Make Country wider' }))
    expect(heading('country').style.width).toBe('146px')
    expect(await sent()).toMatchObject({ widths: { country: 146 } })
    await userEvent.keyboard('{Escape}')
    const name = heading('name')
    Object.defineProperty(name, 'offsetWidth', { value: 200 })
    fireEvent.keyDown(within(name).getByRole('button'), { key: 'ArrowRight', shiftKey: true })
    expect(heading('name').style.width).toBe('216px')
    fireEvent.keyDown(within(name).getByRole('button'), { key: 'ArrowLeft', shiftKey: true })
    expect(heading('name').style.width).toBe('184px')
    await waitFor(async () => expect(await sent()).toMatchObject({ widths: { name: 184 } }))
  })

  it('stand as shipped again on request', async () => {
    const look = { order: ['country', 'name'], hidden: ['code'], widths: {}, density: 'compact' }
    server.reply(listViews.list, () => ({ views: [], defaultId: null, look: look as ListLook }))
    show(<VendorTable />)
    const dialog = await open()
    await waitFor(() => expect(headings().slice(0, 2)).toEqual(['name', 'country']))
    await userEvent.click(dialog.getByRole('button', { name: 'As shipped' }))
    expect(headings().slice(0, 3)).toEqual(['name', 'code', 'country'])
    expect(await sent()).toBeNull()
    expect(dialog.getByRole('button', { name: 'As shipped' })).toHaveProperty('disabled', true)
  })
})

it('keep how they were arranged while the server has not heard of it, and tell it at the next read', async () => {
  server.refuse(listViews.setLook, refuse(codes.unavailable, 'Down'))
  show(<VendorTable />)
  const dialog = await open()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Contact' }))
  expect(await sent()).toMatchObject({ hidden: ['contact'] })
  cleanup()
  // Opened again, the server still says what it had before.
  server.reply(listViews.setLook, () => ({ count: 1 }))
  const asked = server.of(listViews.setLook).length
  show(<VendorTable />)
  await waitFor(() => expect(server.of(listViews.setLook).length).toBeGreaterThan(asked))
  expect(await sent()).toMatchObject({ hidden: ['contact'] })
  expect(headings()).not.toContain('contact')
})

it('draws the rows as high as was chosen', async () => {
  show(<VendorTable />)
  const dialog = await open()
  await userEvent.selectOptions(dialog.getByLabelText('Height of rows'), 'Compact')
  expect(screen.getByRole('table').parentElement?.dataset['density']).toBe('compact')
  expect(await sent()).toMatchObject({ density: 'compact' })
})
