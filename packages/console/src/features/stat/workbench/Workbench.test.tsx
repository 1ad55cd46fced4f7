import {
  codes,
  estateLists,
  mapStat,
  models,
  mqttApks,
  mqttTasks,
  organizations,
  plans,
  todoRecords,
  versionLists,
  versionStat,
  workbench,
} from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { refuse } from '../../../../test/answers.ts'
import {
  answerBoard,
  areasOf,
  cardOf,
  countedAt,
  matrixOf,
  model,
  none,
  titlesShown,
} from '../../../../test/board.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { pushOf } from '../../../../test/pushes.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { readAddress } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { screenOf } from '../../index.ts'
import { Workbench } from './Workbench.tsx'

const opened = vi.hoisted(() => ({ open: vi.fn<() => Promise<unknown>>() }))
vi.mock('../../../kit/map/mapLibre.ts', () => ({ openMap: opened.open }))

const held = { locked: 0, tampered: 0 }
const nobody = { byLifecycle: {}, online: 0, offline: 0, away: 0, never: 0, ...held }
let server: ReturnType<typeof answerBoard>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerBoard()
  opened.open.mockResolvedValue(fakeMap().handle)
})
afterEach(cleanup)

describe('a figure', () => {
  it('leads to the terminals that it counts, with the filter of the board', async () => {
    show(<Workbench />, { modelId: model.modelId })
    const card = await cardOf('The estate in numbers')
    const href = (name: string) => card.getByRole('link', { name }).getAttribute('href')
    const of = `#/device/list?modelId=${model.modelId}`
    expect(href('10Total')).toBe(of)
    expect(href('4Online')).toBe(`${of}&presence=ONLINE`)
    expect(href('3Offline')).toBe(`${of}&presence=OFFLINE`)
    expect(href('2Offline too long')).toBe(`${of}&overdue=1`)
    expect(href('3Suspended')).toBe(`${of}&lifecycle=SUSPENDED`)
    expect(href('2Locked')).toBe(`${of}&lock=LOCKED`)
    expect(href('1Tampered with')).toBe(`${of}&security=TAMPERED`)
    expect(server.of(workbench.summary)[0]?.query).toEqual({ modelId: model.modelId })
  })

  it('that somebody has to see to leads to just these, of the part that the board shows', async () => {
    const frontComponent = (frontComponent: string) => ({ frontComponent })
    useSession.setState({
      menu: [
        menuItem('/device/alarm', frontComponent('ALARM_LOG')),
        menuItem('/upgrade/plan', frontComponent('PLAN')),
      ],
    })
    show(<Workbench />, { orgId: model.modelId, vendorId: model.modelId })
    const todo = await cardOf('Needs action now')
    const placeOf = async (name: RegExp) => {
      const link = await todo.findByRole('link', { name })
      return readAddress(link.getAttribute('href') ?? '')
    }
    const of = { orgId: model.modelId, vendorId: model.modelId }
    expect(await placeOf(/Open alarms, high or critical/)).toEqual({
      path: '/device/alarm',
      query: { ...of, state: 'LIVE', severity: 'PRESSING', muted: 'ALL' },
    })
    expect(await placeOf(/command that failed/)).toEqual({
      path: '/device/list',
      query: { ...of, failing: '1' },
    })
    expect(await placeOf(/Plans to approve/)).toEqual({
      path: '/upgrade/plan',
      query: { orgId: of.orgId, waiting: '1' },
    })
  })

  it('that somebody has to see to names the first records of that list, and says that there are more', async () => {
    server.reply(todoRecords.first, () => ({
      alarms: [
        { id: '1', name: 'Basra Mall 3', kind: 'BATTERY' },
        { id: '2', name: 'TEST-0001', kind: 'BATTERY' },
      ],
    }))
    show(<Workbench />, { orgId: model.modelId })
    const todo = await cardOf('Needs action now')
    expect((await todo.findByText('Basra Mall 3')).closest('li')?.textContent).toBe(
      `3Open alarms, high or criticalBasra Mall 3 · ${t('alarm.kind.BATTERY')}TEST-0001 · ${t('alarm.kind.BATTERY')}…See`,
    )
    // All lines in one question, those of which there is nothing left out.
    const of = 'away,failing,alarms,planApprovals,unclaimed,invited'
    expect(server.of(todoRecords.first).at(-1)?.query).toEqual({ orgId: model.modelId, of })
    // Whose list names nobody stands as it is.
    expect(todo.getByText(/Plans to approve/).textContent).toBe('Plans to approve')
  })

  it('that somebody has to see to stands without names where they cannot be read', async () => {
    server.refuse(todoRecords.first, refuse(codes.forbidden, 'not yours'))
    show(<Workbench />)
    const todo = await cardOf('Needs action now')
    expect((await todo.findByText(/Plans to approve/)).textContent).toBe('Plans to approve')
  })

  it('leads there from its table, too', async () => {
    show(<Workbench />)
    for (const [title, names] of [
      ['The estate in numbers', ['Total', 'Online']],
      ['Needs action now', ['Offline too long']],
      ['Versions', ['2.4.1', 'Never reported']],
      ['Models', [model.name]],
    ] as const) {
      const card = await cardOf(title)
      await userEvent.click(card.getByRole('button', { name: `More: ${title}` }))
      await userEvent.click(
        await screen.findByRole('menuitem', { name: 'Show as a table', hidden: true }),
      )
      const table = within(await card.findByRole('table'))
      for (const name of names)
        expect(table.getByRole('link', { name }).getAttribute('href')).toMatch(/^#\/device\/list/)
    }
  })

  it('leads nowhere for who may not list terminals', async () => {
    signInAs(['DASHBOARD_ESTATE'])
    show(<Workbench />)
    const card = await cardOf('The estate in numbers')
    card.getByText('10')
    expect(card.queryByRole('link')).toBeNull()
  })
})

it('is one screen for three component keys', () => {
  const workbench = screenOf('WORKBENCH')
  expect(workbench).not.toBeNull()
  for (const key of ['DASHDOARD', 'DASHDOARD3']) expect(screenOf(key)).toBe(workbench)
})

it('shows a card to nobody who lacks its permission, and asks nothing for it', async () => {
  signInAs(['DASHBOARD_TODO'])
  show(<Workbench />)
  await cardOf('Needs action now')
  expect(titlesShown()).toEqual(['Needs action now'])
  expect(server.of(workbench.summary)).toEqual([])
})

it('says which permission is missing where there is no card at all', async () => {
  signInAs([])
  show(<Workbench />)
  expect(await screen.findByText(/DASHBOARD_ESTATE/)).toBeDefined()
})

describe('a card', () => {
  it('shows its figures once its skeleton has gone', async () => {
    show(<Workbench />)
    const card = within(await screen.findByRole('region', { name: 'The estate in numbers' }))
    await card.findByText('10')
    expect(card.queryByRole('status')).toBeNull()
  })

  it('fails alone, and is tried again', async () => {
    server.refuse(workbench.summary, refuse(codes.failure, 'Something went wrong'))
    show(<Workbench />)
    const card = await cardOf('The estate in numbers')
    card.getByText('Something went wrong')
    await cardOf('Models')
    const one = { ...nobody, total: 1, never: 1, countedAt: null }
    server.reply(workbench.summary, () => one)
    await userEvent.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByRole('link', { name: '1Total' })).toBeDefined()
  })

  it('of a day leads to the terminals that became active on it', async () => {
    show(<Workbench />, { modelId: model.modelId })
    const card = await cardOf('Activations')
    await userEvent.click(card.getByRole('button', { name: /Activations/ }))
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Show as a table', hidden: true }),
    )
    const link = await card.findByRole('link', { name: '2026-11-22' })
    const { query: asked } = readAddress(link.getAttribute('href') ?? '')
    expect(asked).toEqual(estateLists.activated({ modelId: model.modelId }, '2026-11-22').query)
  })

  it('shows its figures as a table', async () => {
    show(<Workbench />)
    const card = await cardOf('Versions')
    await userEvent.click(card.getByRole('button', { name: 'More: Versions' }))
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Show as a table', hidden: true }),
    )
    const cells = card.getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells).toEqual(['2.4.1', '6', 'Never reported', '4'])
  })
})

it('says what to do first where there is no terminal, and ticks what is done', async () => {
  server.reply(workbench.summary, () => ({ total: 0, ...nobody, countedAt }))
  server.reply(models.page, () => ({ list: [], total: 3, pageNum: 1, pageSize: 10 }))
  server.refuse(organizations.page, refuse(codes.failure, 'Something went wrong'))
  show(<Workbench />)
  const steps = within(await screen.findByRole('region', { name: 'First steps' }))
  await steps.findByText('Done')
  const done = steps.getAllByRole('listitem').filter((item) => within(item).queryByText('Done'))
  expect(done.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Add a vendor and a model'),
  ])
})

it.each([
  [
    ['DEVICE_ADD', 'DEVICE_MODEL_ADD'],
    ['Add a vendor and a model', 'Add the first terminal'],
  ],
  [['DEVICE_LIST'], []],
])('offers as first steps what one may do: %s', async (permissions, texts) => {
  server.reply(workbench.summary, () => ({ total: 0, ...nobody, countedAt }))
  signInAs(['DASHBOARD_ESTATE', ...permissions])
  show(<Workbench />)
  const name = texts.length > 0 ? 'First steps' : 'Nothing to show yet'
  const steps = within(await screen.findByRole('region', { name }))
  const offered = steps.queryAllByRole('listitem').map(({ textContent }) => textContent)
  expect(offered).toHaveLength(texts.length)
  for (const [place, text] of texts.entries()) expect(offered[place]).toContain(text)
})

it('asks once how the terminals of all models spread over versions', async () => {
  const spread = (name: string, modelId: string) => ({
    modelId,
    name,
    total: 4,
    top: [{ version: `${name}-2.0`, count: 3 }],
    others: 0,
    unknown: 1,
  })
  server.reply(workbench.versionByModel, () => [
    spread('Aurora', model.modelId),
    spread('Cedar', '01a2018d-3ba4-7e31-9cd6-28d5b7de897e'),
  ])
  show(<Workbench />)
  const card = await cardOf('Versions')
  const [link] = card.getAllByRole('link', { name: '75% on 2.0' })
  expect(link?.getAttribute('href')).toBe(
    `#/device/list?modelId=${model.modelId}&firmware=Aurora-2.0`,
  )
  expect(card.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'Aurora-2.0: 3 (75%)\nOthers: 1 (25%)',
    'Cedar-2.0: 3 (75%)\nOthers: 1 (25%)',
  ])
  expect(server.of(workbench.versionByModel)).toHaveLength(1)
  expect(server.of(workbench.version)).toHaveLength(1)
})

it('says how each model stands to its target, with the way to those that are behind', async () => {
  const other = '01a2018d-3ba4-7e31-9cd6-28d5b7de897e'
  const spread = (name: string, modelId: string) => ({
    modelId,
    name,
    total: 4,
    top: [{ version: '2.0', count: 4 }],
    others: 0,
    unknown: 0,
  })
  server.reply(workbench.versionByModel, () => [
    spread('Aurora', model.modelId),
    spread('Cedar', other),
  ])
  const aim = { total: 4, adopted: 1, adoptedBefore: null, cells: [], others: 0, unknown: 0 }
  server.reply(versionStat.matrix, () =>
    matrixOf([
      { ...aim, modelId: model.modelId, name: 'Aurora', target: '3.0', behind: 3 },
      { ...aim, modelId: other, name: 'Cedar', target: '2.0', behind: 0 },
    ]),
  )
  show(<Workbench />, { orgId: other })
  const card = await cardOf('Versions')
  const link = await card.findByRole('link', { name: '3 behind the target 3.0' })
  const { query: asked } = readAddress(link.getAttribute('href') ?? '')
  const behind = versionLists.behind(
    { orgId: other },
    { kind: 'FIRMWARE', modelId: model.modelId },
    '3.0',
  )
  expect(asked).toEqual(behind.query)
  card.getByText('None behind the target 2.0')
})

it('lists what is under way, and leads to the list that counts it', async () => {
  useSession.setState({
    menu: [menuItem('/mqtt/task', { frontComponent: 'MQTT_TASK' })],
  })
  server.reply(mqttTasks.page, () => ({
    ...none,
    list: [1, 2, 3, 4].map((n) => pushOf(n)),
    total: 7,
  }))
  const cut = { orgId: model.modelId, vendorId: model.modelId, modelId: model.modelId }
  show(<Workbench />, cut)
  const card = await cardOf('Pushes under way')
  const link = card.getByRole('link', { name: 'Tasks: 7' })
  const query = { ...cut, state: 'OPEN' }
  expect(readAddress(link.getAttribute('href') ?? '')).toEqual({ path: '/mqtt/task', query })
  expect(server.of(mqttTasks.page)[0]?.query).toMatchObject(query)
  expect(card.getAllByText('Morning look')).toHaveLength(3)
  expect(card.queryByText(/Upgrade plans/)).toBeNull()
})

it('asks for no pushes that are not for the eyes of the user', async () => {
  signInAs(['DASHBOARD_ESTATE', 'MQTT_TASK_LIST'])
  show(<Workbench />)
  await (await cardOf('Pushes under way')).findByText('Nothing is being brought to terminals now.')
  expect(server.of(mqttApks.page)).toEqual([])
  expect(server.of(plans.page)).toEqual([])
  expect(server.of(mapStat.area)).toEqual([])
})

it('shows where terminals stand, each mark with the way to them', async () => {
  const counts = { terminals: 12, online: 8, alarmed: 2, failing: 0 }
  const at = { latitude: 30.5, longitude: 47.8 }
  const areaId = model.modelId
  server.reply(mapStat.area, () => areasOf([{ ...counts, areaId, name: 'Basra', iso2: null, at }]))
  show(<Workbench />)
  const card = await cardOf('Where they are')
  const mark = await card.findByRole('button', { name: 'Basra: 12 terminals, 2 with open alarms' })
  await userEvent.click(mark)
  const { path, query: asked } = readAddress(location.hash)
  expect(path).toBe('/device/list')
  expect(asked).toEqual(estateLists.standing({}, areaId).query)
})

it('says in chips what it is cut to, and takes one away at its cross', async () => {
  server.reply(organizations.tree, () => [
    { id: model.modelId, name: 'Tigris Bank', code: 'TB', children: [] },
  ])
  const address = show(<Workbench />, { orgId: model.modelId })
  await screen.findByText('Tigris Bank')
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Organisation' }))
  expect(address.query['orgId']).toBeFalsy()
  await waitFor(() => expect(server.of(workbench.summary).at(-1)?.query).toEqual({}))
})

it('asks again for the days and the kind that are chosen', async () => {
  const address = show(<Workbench />)
  const card = await cardOf('Versions')
  await userEvent.click(card.getByRole('button', { name: 'Agent version' }))
  await waitFor(() => expect(server.of(workbench.version).at(-1)?.query['kind']).toBe('AGENT'))
  await userEvent.selectOptions(screen.getByLabelText('Curves'), '7 days')
  await waitFor(() => expect(server.of(workbench.trend).at(-1)?.query).toEqual({ days: '7' }))
  expect(address.query['span']).toBe('7')
})

it('shows figures and no filters on the whole screen, read every minute by itself', async () => {
  HTMLElement.prototype.requestFullscreen = async function fill(this: HTMLElement) {
    vi.spyOn(document, 'fullscreenElement', 'get').mockReturnValue(this)
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => null })
  show(<Workbench />)
  await cardOf('Versions')
  await userEvent.click(screen.getByRole('button', { name: 'Wallboard' }))
  await screen.findByRole('button', { name: 'Leave the wallboard' })
  expect(screen.queryByLabelText('Curves')).toBeNull()
  expect(screen.queryByRole('button', { name: 'More: Versions' })).toBeNull()
  expect(screen.getByLabelText('Refresh')).toHaveProperty('value', '60')
})
