import type { Scenario } from '@muster/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { openServedGateway, quick, type ServedGateway } from '../../../test/servedGateway.ts'
import type { TestDevice, TestGateway } from '../../../test/testGateway.ts'
import { addUpgradeVersion, giveUpgrade } from '../../../test/upgradeEstate.ts'
import { until } from '../../../test/until.ts'
import { followPushes } from '../device/push/follow.ts'

let served: ServedGateway
let gateway: TestGateway
let file: TestFile
/** No version of a model is there twice. */
let versions = 0

beforeAll(async () => {
  served = await openServedGateway()
  gateway = served.gateway
  file = await storeFile(gateway, 3_000_000)
})
afterAll(() => served.close())

const restarting: Scenario = { ...quick, reboot: [0, 0.1], reconnect: [0.05, 0.2] }

/** Switches a virtual terminal on. */
async function online(device: TestDevice, change: Partial<Scenario['upgrades']> = {}) {
  const terminal = served.switchOn(device, {
    ...restarting,
    upgrades: { ...restarting.upgrades, ...change },
  })
  await terminal.untilOnline()
  await until(async () => (await firmwareOf(device)) === terminal.machine.firmware)
  return terminal
}

async function firmwareOf({ id }: TestDevice): Promise<string | null> {
  const [found] = await gateway.sql<{ firmware: string | null }>(
    'select firmware from device where id = $1',
    [id],
  )
  return found?.firmware ?? null
}

const modelOf = async ({ id }: TestDevice): Promise<string> => {
  const [found] = await gateway.sql<{ modelId: string }>(
    'select model_id as "modelId" from device where id = $1',
    [id],
  )
  return found?.modelId ?? ''
}

type More = Partial<Parameters<typeof addUpgradeVersion>[1]>

/** Gives a terminal a new version; answers the push. */
async function give(device: TestDevice, versionName: string, more: More = {}): Promise<string> {
  const modelId = await modelOf(device)
  const id = await addUpgradeVersion(gateway.platform, { modelId, versionName, file, ...more })
  const pushId = await giveUpgrade(gateway.platform, id, { ids: [device.id] })
  await followPushes(gateway.platform)
  return pushId
}

interface Item extends Record<string, unknown> {
  readonly state: string
  readonly step: string | null
  readonly code: string | null
  readonly proved: boolean
}
const itemOf = async (pushId: string): Promise<Item | undefined> => {
  const [item] = await gateway.sql<Item>(
    `select state, step, code, proved_at is not null as proved from push_item where push_id = $1`,
    [pushId],
  )
  return item
}
const ends = ['SUCCESS', 'FAILED', 'FILTERED']
const ended = async (pushId: string) => {
  await until(async () => ends.includes((await itemOf(pushId))?.state ?? ''))
  return itemOf(pushId)
}

describe('an upgrade', () => {
  it('is fetched, installed, run after a restart, and proved by what the terminal tells', async () => {
    const device = await gateway.addDevice()
    const terminal = await online(device)
    const { id: boot } = terminal.boot
    const push = await give(device, 'model-9.0.0')
    expect(await ended(push)).toMatchObject({ state: 'SUCCESS', code: null })
    await until(async () => (await itemOf(push))?.proved === true)
    expect(terminal.boot.id).not.toBe(boot)
    expect(await firmwareOf(device)).toBe('model-9.0.0')
    const [said] = await gateway.sql<{ health: string }>(
      `select found.document ->> 'health' as health from command_result found
        join push_item item on item.id = found.item_id where item.push_id = $1`,
      [push],
    )
    expect(said).toEqual({ health: 'ok' })
  })

  it('is not given to a terminal that runs it, runs a newer one, or another than it is put upon', async () => {
    const device = await gateway.addDevice()
    const { machine } = await online(device)
    const again = await give(device, machine.firmware)
    expect(await ended(again)).toMatchObject({ state: 'FILTERED', code: 'I202' })
    expect(await ended(await give(device, 'model-0.0.1'))).toMatchObject({ code: 'I203' })
    const upon = await give(device, 'model-9.1.0', { fromVersions: ['model-8.8.8'] })
    expect(await ended(upon)).toMatchObject({ state: 'FILTERED', code: 'I208' })
    const fits = await give(device, 'model-9.2.0', { fromVersions: [machine.firmware] })
    expect(await ended(fits)).toMatchObject({ state: 'SUCCESS' })
  })

  it('replaces another part without a restart', async () => {
    const device = await gateway.addDevice()
    const terminal = await online(device)
    const { count } = terminal.boot
    const push = await give(device, 'emv-7.1', { kind: 'KERNEL', needReboot: false })
    expect(await ended(push)).toMatchObject({ state: 'SUCCESS' })
    await until(async () => (await itemOf(push))?.proved === true)
    expect(terminal.boot.count).toBe(count)
  })

  it.each([
    ['is refused where its bytes are not what was signed', { badHash: 1 }, 'D105'],
    ['does not fit', { full: 1 }, 'D107'],
    ['cannot be installed', { fails: 1 }, 'I201'],
    ['goes back where it does not find itself well', { rollsBack: 1 }, 'I215'],
  ] as const)('%s', async (_, change, code) => {
    const device = await gateway.addDevice()
    const terminal = await online(device, change)
    const { firmware } = terminal.machine
    const push = await give(device, `model-9.3.${++versions}`)
    expect(await ended(push)).toMatchObject({ state: 'FAILED', code, proved: false })
    await terminal.untilOnline()
    await until(async () => (await firmwareOf(device)) === firmware)
  })

  it('is never heard of again where the terminal does not start any more', async () => {
    const device = await gateway.addDevice()
    const terminal = await online(device, { silent: 1 })
    const push = await give(device, 'model-9.4.0')
    await until(async () => (await itemOf(push))?.step === 'REBOOTING')
    await terminal.untilOffline()
    expect(await itemOf(push)).toMatchObject({ state: 'RUNNING', proved: false })
  })
})
