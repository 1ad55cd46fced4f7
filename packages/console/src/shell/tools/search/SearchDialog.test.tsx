import { languages, type ReplyOf, search } from '@muster/contract'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { takeAskedCommand } from '../../../features/device/command/askedCommand.ts'
import { useSession } from '../../../kit/session.ts'
import { currentAddress, navigate } from '../../../platform/address.ts'
import { plainSite } from '../../../../test/site.ts'
import { type Site, takeSite } from '../../session/site.ts'
import { closeTool, openTool } from '../openTool.ts'
import { keepTyped } from '../typedAhead.ts'
import { SearchDialog } from './SearchDialog.tsx'

let calls: ReturnType<typeof answerCalls>

const idOf = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`
const found: ReplyOf<typeof search> = {
  devices: [{ id: idOf(1), sn: 'DEMO-1', name: 'Till 1', orgName: 'Bank' }],
  users: [{ id: idOf(2), userName: 'demo', realName: 'Demo Person', orgName: 'Bank' }],
  organizations: [{ id: idOf(4), name: 'Demo Shops', code: 'demo-shops' }],
  models: [{ id: idOf(5), name: 'Demo P2', vendorName: 'Demo Works' }],
  apps: [{ id: idOf(6), name: 'Demo Pay', package: 'iq.demo.pay', orgName: 'Bank' }],
  policies: [{ id: idOf(7), name: 'Demo everywhere', appName: 'Demo Pay', orgName: 'Bank' }],
  banners: [{ id: idOf(8), title: 'Demo days', orgName: 'Bank' }],
  tasks: [
    { id: idOf(9), taskNo: 'TK20260101-0001', title: 'Demo', kind: 'APP_INSTALL', orgName: 'Bank' },
  ],
  records: [
    { kind: 'plan', id: idOf(1), name: 'Demo plan', detail: 'PL-20260101-0001' },
    { kind: 'station', id: idOf(2), name: 'Demo Mall', detail: 'DM-1' },
    { kind: 'vendor', id: idOf(3), name: 'Demo Works', detail: 'DW' },
  ],
}
const nothing: ReplyOf<typeof search> = {
  devices: [],
  users: [],
  organizations: [],
  models: [],
  apps: [],
  policies: [],
  banners: [],
  tasks: [],
  records: [],
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
  closeTool()
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
  expect(offered()).toEqual(['TerminalsPage', 'AreasPage'])
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  type('ar')
  await pass(499)
  type('are')
  await pass(499)
  expect(calls.of(search)).toEqual([])
  expect(offered()).toContain('TerminalsPage')
  await pass(1)
  await vi.waitFor(() => expect(offered()).not.toContain('TerminalsPage'))
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

it('goes on with what was typed while its code was still on its way', async () => {
  const below = vi.fn<() => void>()
  document.body.addEventListener('keydown', below)
  keepTyped()
  openTool('search')
  await userEvent.keyboard('demmo{Backspace}{Backspace}o')
  const { user, field } = open()
  expect(field).toHaveProperty('value', 'demo')
  await user.type(field, '-1{Enter}')
  await vi.waitFor(() => expect(currentAddress().path).toBe(`/device/detail/${idOf(1)}`))
  expect(below.mock.calls.length).toBe('-1'.length + 1)
})

it('does what was typed before it was there and ended by Enter', async () => {
  keepTyped()
  openTool('search')
  await userEvent.keyboard('demo-1{Enter}')
  open()
  await vi.waitFor(() => expect(currentAddress().path).toBe(`/device/detail/${idOf(1)}`))
})

it('keeps nothing more once it was given up', async () => {
  keepTyped()
  openTool('search')
  await userEvent.keyboard('demo{Escape}till')
  expect(open().field).toHaveProperty('value', '')
})

it('offers no record whose page the user does not have', async () => {
  const { user, field } = open()
  await user.type(field, 'demo')
  await vi.waitFor(() => expect(offered()).toContain('DEMO-1Till 1 · BankTerminal'))
  for (const other of ['Demo Person', 'Demo Shops', 'Demo P2'])
    expect(offered().join()).not.toContain(other)
})

it('offers organisations, models and users whose pages the user has, and says what each is', async () => {
  const { menu } = useSession.getState()
  useSession.setState({
    menu: [
      ...menu,
      menuItem('/access/organization/:id', { frontComponent: 'ORGANIZATION', isShow: 0 }),
      menuItem('/device/model', { menuName: 'Models', frontComponent: 'DEVICE_MODEL' }),
      menuItem('/access/user', { menuName: 'Users', frontComponent: 'USER' }),
    ],
  })
  const { user, field } = open()
  await user.type(field, 'demo')
  await vi.waitFor(() =>
    expect(offered()).toEqual([
      'DEMO-1Till 1 · BankTerminal',
      'Demo Shopsdemo-shopsOrganisation',
      'Demo P2Demo WorksModel',
      'Demo Persondemo · BankUser',
    ]),
  )
  await user.type(field, '{ArrowDown}{Enter}')
  expect(currentAddress().path).toBe(`/access/organization/${idOf(4)}`)
})

it('offers applications, policies, banners and tasks whose pages the user has', async () => {
  useSession.setState({
    menu: [
      menuItem('/app/manage/:id', { frontComponent: 'APPLICATION_DETAIL', isShow: 0 }),
      menuItem('/app/policy', { menuName: 'Policies', frontComponent: 'ORGANIZATION_APK' }),
      menuItem('/app/banner', { menuName: 'Banners', frontComponent: 'APPSTORE_BANNER' }),
      menuItem('/mqtt/app', { menuName: 'App tasks', frontComponent: 'MQTT_APK' }),
    ],
  })
  const { user, field } = open()
  await user.type(field, 'demo')
  await vi.waitFor(() =>
    expect(offered()).toEqual([
      'Demo Payiq.demo.pay · BankApplication',
      'TK20260101-0001Demo · BankTask',
      'Demo everywhereDemo Pay · BankPolicy',
      'Demo daysBankBanner',
    ]),
  )
  await user.type(field, '{ArrowDown}{Enter}')
  expect(currentAddress()).toMatchObject({ path: '/mqtt/app', query: { push: idOf(9) } })
})

it('offers stations, plans and vendors, each where its page or list is', async () => {
  useSession.setState({
    menu: [
      menuItem('/device/station', { menuName: 'Stations', frontComponent: 'STATION' }),
      menuItem('/upgrade/plan', { menuName: 'Plans', frontComponent: 'PLAN' }),
      menuItem('/vendor/list', { menuName: 'Vendors', frontComponent: 'VENDOR' }),
      menuItem('/vendor/detail/:id', { frontComponent: 'MANUFACTURER_DETAIL', isShow: 0 }),
    ],
  })
  const { user, field } = open()
  await user.type(field, 'demo')
  await vi.waitFor(() =>
    expect(offered()).toEqual([
      'Demo MallDM-1Station',
      'Demo planPL-20260101-0001Upgrade plan',
      'Demo WorksDWVendor',
    ]),
  )
  await user.type(field, '{ArrowDown}{Enter}')
  expect(currentAddress()).toMatchObject({
    path: '/upgrade/plan',
    query: { keyword: 'PL-20260101-0001' },
  })
  cleanup()
  const again = open()
  await again.user.type(again.field, 'demo')
  await vi.waitFor(() => expect(offered()).toContain('Demo WorksDWVendor'))
  await again.user.type(again.field, '{ArrowDown}{ArrowDown}{Enter}')
  expect(currentAddress().path).toBe(`/vendor/detail/${idOf(3)}`)
})

it.each(['1 reboot', 'restart 1', 'Reboot ١'])('offers the act of %j', async (typed) => {
  const { user, field } = open()
  await user.type(field, typed.replace(/[1١]/, 'till $&'))
  await vi.waitFor(() =>
    expect(offered().slice(0, 2)).toEqual([
      'Reboot: DEMO-1Till 1 · BankAction',
      'DEMO-1Till 1 · BankTerminal',
    ]),
  )
  expect(calls.of(search).at(-1)?.query).toEqual({ keyword: 'till 1' })
  await user.type(field, '{Enter}')
  expect(currentAddress().path).toBe(`/device/detail/${idOf(1)}`)
  expect(takeAskedCommand(idOf(1))).toBe('REBOOT')
  expect(takeAskedCommand(idOf(1))).toBeNull()
})

it('offers no act to whoever may not do it', async () => {
  signInAs(['DEVICE_LIST'])
  const { user, field } = open()
  await user.type(field, 'message demo')
  await vi.waitFor(() => expect(offered()).toContain('DEMO-1Till 1 · BankTerminal'))
  expect(offered().join()).not.toContain('Message')
})

it('searches the web in a new tab where an administrator has set an address, and nowhere else', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  calls.reply(search, () => nothing)
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
  calls.reply(search, () => nothing)
  const { user, field } = open()
  await user.type(field, 'arabic')
  await vi.waitFor(() => expect(offered()).toEqual(['Language: العربيةCommand']))
  await user.clear(field)
  await user.type(field, 'sign out')
  await vi.waitFor(() => expect(offered()).toEqual(['Sign outCommand']))
})
