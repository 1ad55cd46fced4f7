import { languages, type ReplyOf, search } from '@muster/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { currentAddress, navigate } from '../../../platform/address.ts'
import { plainSite } from '../../../../test/site.ts'
import { type Site, takeSite } from '../../session/site.ts'
import { SearchDialog } from './SearchDialog.tsx'

let calls: ReturnType<typeof answerCalls>

const idOf = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const found: ReplyOf<typeof search> = {
  devices: [{ id: idOf(1), sn: 'DEMO-1', name: 'Till 1', orgName: 'Bank' }],
  users: [{ id: idOf(2), userName: 'demo', realName: 'Demo Person', orgName: 'Bank' }],
}
const siteOf = (searchAddress: string | null): Site => ({ ...plainSite, searchAddress })

beforeEach(() => {
  prepareBrowser()
  memoryDatabase()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  takeSite(siteOf(null))
  signInAs('all')
  const menu = [
    menuItem('/device/list', { menuName: 'Terminals' }),
    menuItem('/device/detail/:id', { menuName: 'Terminal', frontComponent: 'DEVICE', isShow: 0 }),
    menuItem('/area', { menuName: 'Areas', frontComponent: 'AREA' }),
  ]
  useSession.setState({ menu })
  calls = answerCalls()
  calls.reply(search, () => found)
  calls.reply(languages.list, () => [
    {
      id: idOf(3),
      code: 'ar-IQ',
      name: 'Arabic',
      nativeName: 'العربية',
      direction: 'rtl' as const,
    },
  ])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  useSession.setState({ menu: [], user: null })
  navigate('/')
})

function open() {
  const close = vi.fn<() => void>()
  show(<SearchDialog close={close} />)
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const field = screen.getByRole('combobox')
  return { close, user, field }
}
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent)

it('filters once the typing has rested for 500 ms', async () => {
  vi.useFakeTimers()
  const { field } = open()
  expect(offered()).toEqual(['Terminals', 'Areas'])
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  type('ar')
  await pass(499)
  type('are')
  await pass(499)
  expect(calls.of(search)).toEqual([])
  expect(offered()).toContain('Terminals')
  await pass(1)
  await vi.waitFor(() => expect(offered()).not.toContain('Terminals'))
  await vi.waitFor(() => expect(calls.of(search)[0]?.query).toEqual({ keyword: 'are' }))
})

it('goes to the page of the chosen suggestion, by keys alone', async () => {
  const { close, user, field } = open()
  await user.type(field, '{ArrowDown}')
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true')
  expect(field.getAttribute('aria-activedescendant')).toBe('suggestion-1')
  await user.type(field, '{Enter}')
  expect(currentAddress().path).toBe('/area')
  expect(close).toHaveBeenCalled()
})

it('finds a terminal by its serial number, also when Enter comes before the answer', async () => {
  const { user, field } = open()
  await user.type(field, 'demo-١{Enter}')
  await vi.waitFor(() => expect(currentAddress().path).toBe(`/device/detail/${idOf(1)}`))
  expect(calls.of(search)[0]?.query).toEqual({ keyword: 'demo-1' })
})

it('offers no record whose page the user does not have', async () => {
  const { user, field } = open()
  await user.type(field, 'demo')
  await vi.waitFor(() => expect(offered()).toContain('DEMO-1Till 1 · Bank'))
  expect(offered().join()).not.toContain('Demo Person')
})

it('searches the web in a new tab where an administrator has set an address, and nowhere else', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  calls.reply(search, () => ({ devices: [], users: [] }))
  const first = open()
  await first.user.type(first.field, 'who knows')
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing matches'))
  cleanup()
  takeSite(siteOf('https://search.example/?q={query}'))
  const { user, field } = open()
  await user.type(field, 'who & why{Enter}')
  await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  expect(opened.mock.calls).toEqual([
    ['https://search.example/?q=who%20%26%20why', '_blank', 'noopener'],
  ])
})

it('offers commands', async () => {
  calls.reply(search, () => ({ devices: [], users: [] }))
  const { user, field } = open()
  await user.type(field, 'arabic')
  await vi.waitFor(() => expect(offered()).toEqual(['Language: العربية']))
  await user.clear(field)
  await user.type(field, 'sign out')
  await vi.waitFor(() => expect(offered()).toEqual(['Sign out']))
})
