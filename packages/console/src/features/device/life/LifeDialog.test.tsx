import {
  deviceLife,
  devices,
  deviceSets,
  groups,
  type Lifecycle,
  type MoveImpact,
  organizations,
} from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { deviceOf, onePage } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { wholeList } from '../../../../test/wholeList.ts'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { ListSlots } from '../../../kit/list/slots.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { DeviceList } from '../list/DeviceList.tsx'
import { offeredActs, whyNotLife } from './lifeActs.ts'
import { LifeDialog } from './LifeDialog.tsx'
import { undoOfAct } from './undoOfAct.ts'

const [first, second] = [deviceOf(1), deviceOf(2, { lifecycle: 'STOCK' })]
const impact: MoveImpact = { total: 2, may: 1, there: 0, kept: [{ lifecycle: 'STOCK', count: 1 }] }

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useNotices.setState({ list: [] })
  useQuestion.setState({ asked: null })
  server = answerCalls()
  server.reply(devices.page, () => onePage([first, second]))
  server.reply(devices.count, () => ({
    total: 2,
    online: 1,
    offline: 0,
    alarmed: 0,
    byLifecycle: {},
  }))
  server.reply(deviceLife.impact, () => impact)
})
afterEach(cleanup)

async function chosen() {
  show(
    <ListSlots value={wholeList}>
      <DeviceList />
    </ListSlots>,
  )
  await userEvent.click(
    await screen.findByRole('checkbox', { name: 'Select all rows of this page' }),
  )
  return within(await screen.findByRole('toolbar'))
}

const ask = async (act: string) => {
  const bar = await chosen()
  await userEvent.click(
    await bar.findByRole('button', { name: 'More commands for the chosen terminals' }),
  )
  const menu = await screen.findByRole('menu', { hidden: true })
  await userEvent.click(await within(menu).findByText(act))
  return within(await screen.findByRole('dialog'))
}

it('shows how many change and why the others stay, before anything does', async () => {
  server.reply(deviceLife.suspendMany, () => ({ count: 1 }))
  const dialog = await ask('Suspend')
  await dialog.findByText('1 of 2 chosen terminals change.')
  dialog.getByText('One stays as it is: In stock.')
  await userEvent.type(dialog.getByLabelText(/Reason/), 'rebuilding')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() =>
    expect(server.of(deviceLife.suspendMany)).toMatchObject([
      { body: { ids: [first.id, second.id], reason: 'rebuilding' } },
    ]),
  )
})

it('offers no button where nothing would change', async () => {
  server.reply(deviceLife.impact, () => ({ ...impact, may: 0 }))
  const dialog = await ask('Resume')
  await dialog.findByText('None of the chosen terminals may make this move.')
  expect(dialog.queryByRole('button', { name: 'Resume' })).toBeNull()
})

it('has a large number typed', async () => {
  server.reply(deviceLife.impact, () => ({ total: 150, may: 150, there: 0, kept: [] }))
  const dialog = await ask('Suspend')
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'rebuilding')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  await waitFor(() => expect(useQuestion.getState().asked?.count).toBe(150))
  expect(server.of(deviceLife.suspendMany)).toEqual([])
})

const org = '019a0000-0000-7000-8000-000000000901'

describe('a move to another organisation', () => {
  const move = async (keep?: RegExp) => {
    server.reply(organizations.tree, () => [
      { id: org, name: 'Tigris Bank', code: 'TB', children: [] },
    ])
    const bar = await chosen()
    await userEvent.click(bar.getByRole('button', { name: 'Move to organisation' }))
    const dialog = within(await screen.findByRole('dialog'))
    const orgs = await dialog.findByLabelText(/^New organisation/, {
      selector: 'input:not([readonly])',
    })
    await userEvent.type(orgs, 'Tig{Enter}')
    const own = dialog.getByLabelText(/^Name, ids, tags/)
    const offered = within(own).getAllByRole<HTMLOptionElement>('option')
    const option = offered.find(({ textContent }) => keep?.test(textContent))
    if (option) await userEvent.selectOptions(own, option)
    await userEvent.click(dialog.getByRole('button', { name: 'Move to organisation' }))
  }
  const ids = [first.id, second.id]

  it('keeps what they have of their own, unless it is said otherwise', async () => {
    server.reply(deviceLife.moveMany, () => ({ count: 1 }))
    await move()
    await waitFor(() =>
      expect(server.of(deviceLife.moveMany)).toMatchObject([
        { body: { ids, orgId: org, keep: 'KEEP' } },
      ]),
    )
  })

  it('wipes them by a call of its own', async () => {
    server.reply(deviceLife.moveWipeMany, () => ({ count: 1 }))
    await move(/^Wipe/)
    await waitFor(() =>
      expect(server.of(deviceLife.moveWipeMany)).toMatchObject([{ body: { ids, orgId: org } }]),
    )
    expect(server.of(deviceLife.moveMany)).toEqual([])
  })

  it('offers no wipe to whom it was not granted', async () => {
    signInAs(['DEVICE_LIST', 'DEVICE_MOVE'])
    const bar = await chosen()
    await userEvent.click(bar.getByRole('button', { name: 'Move to organisation' }))
    const dialog = within(await screen.findByRole('dialog'))
    const own = await dialog.findByLabelText(/^Name, ids, tags/)
    const offered = within(own).getAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Keep them',
      'Reset: take them away',
    ])
  })
})

it('takes words from between commas', async () => {
  server.reply(deviceLife.tagMany, () => ({ count: 2 }))
  const bar = await chosen()
  await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Add'), 'vip, pilot،جديد')
  await userEvent.click(dialog.getByRole('button', { name: 'Tags' }))
  await waitFor(() =>
    expect(server.of(deviceLife.tagMany)).toMatchObject([
      { body: { add: ['vip', 'pilot', 'جديد'], remove: [] } },
    ]),
  )
})

describe('the way back', () => {
  const rowOf = ({ id, sn }: typeof first, version: number) => ({ id, name: sn, version })
  const undo = async () => {
    await waitFor(() => expect(useNotices.getState().list[0]?.action?.label).toBe('Undo'))
    act(() => useNotices.getState().list[0]?.action?.onClick())
  }
  const tagged = async (was: readonly string[]) => {
    const marked = { ...first, tags: [...was] }
    server.reply(devices.page, () => onePage([marked, second]))
    const rows = [rowOf(first, 2), rowOf(second, 2)]
    server.reply(deviceLife.tagMany, () => ({ count: 2, rows }))
    const bar = await chosen()
    await userEvent.click(bar.getByRole('button', { name: 'Tags' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Add'), 'vip')
    await userEvent.type(dialog.getByLabelText('Take away'), 'old')
    await userEvent.click(dialog.getByRole('button', { name: 'Tags' }))
    await undo()
  }

  it('of words gives each terminal those that it had', async () => {
    await tagged(['vip', 'old'])
    await waitFor(() => expect(server.of(deviceLife.tagMany)).toHaveLength(3))
    expect(server.of(deviceLife.tagMany).slice(1)).toMatchObject([
      { body: { rows: [{ id: first.id, version: 2 }], add: ['old'], remove: [] } },
      { body: { rows: [{ id: second.id, version: 2 }], add: [], remove: ['vip'] } },
    ])
  })

  it('of a move of one leads to where it was, in the version that the move has made', async () => {
    server.reply(deviceLife.move, () => ({ count: 1 }))
    server.reply(organizations.tree, () => [
      { id: org, name: 'Tigris Bank', code: 'TB', children: [] },
    ])
    const refused = [{ id: first.id, name: '', reason: 'Changed since' }]
    server.reply(deviceLife.moveMany, () => ({ count: 0, refused }))
    const close = () => undefined
    const record = { act: 'MOVE' as const, device: first, chosen: null }
    show(<LifeDialog dialog={{ isOpen: true, record, open: close, close }} />)
    const dialog = within(await screen.findByRole('dialog'))
    const orgs = await dialog.findByLabelText(/^New organisation/, {
      selector: 'input:not([readonly])',
    })
    await userEvent.type(orgs, 'Tig{Enter}')
    await userEvent.click(dialog.getByRole('button', { name: 'Move to organisation' }))
    await undo()
    const { orgId, stationId } = first
    const body = { rows: [{ id: first.id, version: 2 }], orgId, stationId, keep: 'KEEP' }
    await waitFor(() => expect(server.of(deviceLife.moveMany)).toMatchObject([{ body }]))
    // Somebody else was quicker.
    const texts = () =>
      useNotices
        .getState()
        .list.map(({ text }) => text)
        .join()
    await waitFor(() => expect(texts()).toContain(`${first.sn}: Changed since`))
  })

  it('is none where what was wiped does not come back', async () => {
    const former = new Map([[first.id, first]])
    const made = { act: 'MOVE' as const, former, rows: [rowOf(first, 2)] }
    const send = () => Promise.reject(new Error('nothing is sent'))
    const moved = (keep: string) => undoOfAct(send, { ...made, values: { orgId: org, keep } })
    expect(moved('WIPE')).toBeNull()
    expect(moved('RESET')).toBeNull()
    expect(moved('KEEP')).not.toBeNull()
  })
})

describe('the menu of a terminal', () => {
  it('offers what its state permits, and says why not the rest', () => {
    const open = (lifecycle: Lifecycle) =>
      offeredActs(lifecycle).filter((act) => whyNotLife({ lifecycle }, act) === null)
    expect(open('ACTIVE')).toEqual(['SUSPEND', 'MOVE', 'TAG', 'LOSE', 'REPAIR', 'SWAP'])
    expect(open('LOST')).toEqual(['TAG', 'FIND'])
    expect(open('REPAIR')).toEqual(['TAG', 'RETURN', 'SWAP', 'SCRAP'])
    expect(open('SUSPENDED')).toEqual(['RESUME', 'MOVE', 'TAG', 'SCRAP'])
    expect(open('SCRAPPED')).toEqual(['TAG'])
    expect(whyNotLife({ lifecycle: 'LOST' }, 'SUSPEND')).toBe('life.not.SUSPEND')
  })
})

it('says at its field what the server refuses of a move', async () => {
  server.refuse(deviceLife.suspendMany, {
    code: 10001,
    msg: 'Some values are not accepted',
    data: { fields: [{ field: 'reason', message: 'This reason is not known.' }] },
  })
  const dialog = await ask('Suspend')
  await userEvent.type(await dialog.findByLabelText(/Reason/), 'rebuilding')
  await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await dialog.findByText('This reason is not known.')).toBeDefined()
})

describe('a terminal that is lost', () => {
  const open = (act: 'LOSE' | 'FIND', device = first) => {
    server.reply(devices.supports, () => [])
    server.reply(deviceLife.lost, () => ({ count: 1 }))
    server.reply(deviceLife.found, () => ({ count: 1 }))
    const record = { act, device, chosen: null }
    const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
    show(<LifeDialog dialog={dialog} />)
  }
  const lastMove = (isLocking: boolean) =>
    server.reply(deviceLife.health, () => ({
      score: null,
      reasons: [],
      lastMove: {
        event: 'LOSE',
        at: '2026-05-01T10:00:00.000Z',
        by: 'dana',
        reason: null,
        isLocking,
        other: null,
      },
    }))
  const agree = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('is locked with the report, and says what its screen shows', async () => {
    open('LOSE')
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'gone')
    const text = screen.getByLabelText(/^Text on its screen/)
    await userEvent.clear(text)
    await agree('Report lost')
    await screen.findByText('Please fill this in')
    await userEvent.type(text, 'Bring it back')
    await userEvent.type(screen.getByLabelText('Phone to call'), '+964 1')
    await agree('Report lost')
    await waitFor(() =>
      expect(server.of(deviceLife.lost)).toMatchObject([
        { body: { reason: 'gone', lock: { text: 'Bring it back', phone: '+964 1' } } },
      ]),
    )
  })

  it('is not locked where somebody does not want it', async () => {
    open('LOSE')
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'gone')
    // What was typed before, right or not, goes with it.
    await userEvent.type(screen.getByLabelText('Phone to call'), 'abc')
    await userEvent.click(screen.getByLabelText(/^Lock it/))
    await agree('Report lost')
    await waitFor(() => expect(server.of(deviceLife.lost)).toHaveLength(1))
    expect(server.of(deviceLife.lost)[0]?.body).toEqual({ reason: 'gone' })
  })

  it('is not locked where its model cannot be, which the dialog says', async () => {
    open('LOSE')
    const { modelId } = first
    const never = { cmd: 'LOCK', support: 'NO', minAgent: null, minFirmware: null } as const
    server.reply(devices.supports, () => [{ modelId, ...never }])
    await screen.findByText(/It will not be locked: Terminals of this model do not support/)
    await userEvent.type(screen.getByLabelText(/^Reason/), 'gone')
    await agree('Report lost')
    await waitFor(() => expect(server.of(deviceLife.lost)).toHaveLength(1))
    expect(server.of(deviceLife.lost)[0]?.body).toEqual({ reason: 'gone' })
  })

  it.each([true, false])(
    'is unlocked when it is found, if its loss has locked it: %s',
    async (isLocked) => {
      lastMove(isLocked)
      open('FIND', deviceOf(3, { lifecycle: 'LOST', lockState: 'LOCKED' }))
      const unlock = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Unlock it/ })
      expect(unlock.checked).toBe(isLocked)
      await agree('Report found')
      await waitFor(() =>
        expect(server.of(deviceLife.found)).toMatchObject([
          { body: { to: 'ACTIVE', unlock: isLocked } },
        ]),
      )
    },
  )

  it('stays locked on its way to repair, which the dialog says', async () => {
    lastMove(true)
    open('FIND', deviceOf(3, { lifecycle: 'LOST', lockState: 'LOCKED' }))
    await userEvent.selectOptions(await screen.findByLabelText(/^It goes/), 'To repair')
    await screen.findByText(/A terminal in repair takes no commands/)
    await agree('Report found')
    await waitFor(() =>
      expect(server.of(deviceLife.found)).toMatchObject([
        { body: { to: 'REPAIR', unlock: false } },
      ]),
    )
  })
})

describe('chosen terminals and groups', () => {
  const groupId = '019a0000-0000-7000-8000-000000000801'
  beforeEach(() => {
    server.reply(groups.list, () => [{ id: groupId, name: 'Pilot', code: null, orgName: 'North' }])
  })

  it('are added to a group that names its terminals, said how many, and taken back', async () => {
    server.reply(deviceSets.join, () => ({
      count: 1,
      rows: [{ id: second.id, version: 1, name: second.sn }],
    }))
    server.reply(deviceSets.leave, () => ({ count: 1 }))
    const bar = await chosen()
    await userEvent.click(bar.getByRole('button', { name: /^More commands/ }))
    await userEvent.click(
      await screen.findByRole('menuitem', { name: 'Add to group', hidden: true }),
    )
    const dialog = within(await screen.findByRole('dialog'))
    const field = await dialog.findByLabelText(/^Group/, { selector: 'input:not([readonly])' })
    await userEvent.type(field, 'Pil')
    await userEvent.click(await screen.findByText('Pilot'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add to group' }))
    await waitFor(() =>
      expect(server.of(deviceSets.join)).toMatchObject([
        { body: { groupId, ids: [first.id, second.id] } },
      ]),
    )
    expect(server.of(groups.list)[0]).toMatchObject({ query: { type: 'STATIC' } })
    await waitFor(() => expect(useNotices.getState().list).toHaveLength(1))
    const [notice] = useNotices.getState().list
    expect(notice?.text).toBe('1 added to the group\nOne was in it already')
    notice?.action?.onClick()
    await waitFor(() =>
      expect(server.of(deviceSets.leave)).toMatchObject([
        { body: { groupId, ids: [second.id], takesBack: true } },
      ]),
    )
  })
})
