import type { Scenario } from '@muster/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArtifactItem } from '../../../test/artifactItem.ts'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { openServedGateway, quick, type ServedGateway } from '../../../test/servedGateway.ts'
import type { TestDevice, TestGateway } from '../../../test/testGateway.ts'
import { until } from '../../../test/until.ts'

let served: ServedGateway
let gateway: TestGateway
let file: TestFile

beforeAll(async () => {
  served = await openServedGateway()
  gateway = served.gateway
  file = await storeFile(gateway, 20_000_000)
})
afterAll(() => served.close())

/** Switches a virtual terminal on. */
async function online(device: TestDevice, change: Partial<Scenario['installs']> = {}) {
  const terminal = served.switchOn(device, {
    ...quick,
    installs: { ...quick.installs, ...change },
  })
  await terminal.untilOnline()
  return terminal
}

const send = (device: TestDevice, { content, sha256 }: TestFile) =>
  openArtifactItem(
    gateway,
    device,
    { sha256, size: content.length, name: 'pay.apk' },
    { state: 'QUEUED', pkg: 'com.pay.new', vc: 7 },
  )

interface Item extends Record<string, unknown> {
  state: string
  code: string | null
  proved: boolean
}
const itemOf = async (id: string): Promise<Item | undefined> => {
  const [item] = await gateway.sql<Item>(
    'select state, code, proved_at is not null as proved from push_item where id = $1',
    [id],
  )
  return item
}
const ended = async (id: string) => {
  await until(async () => ['SUCCESS', 'FAILED'].includes((await itemOf(id))?.state ?? ''))
  return itemOf(id)
}

describe('an application that is pushed', () => {
  it('arrives over a line that breaks, and is proved by the inventory', async () => {
    const device = await gateway.addDevice()
    const terminal = await online(device, { breakOff: 1 })
    const id = await send(device, file)
    expect(await ended(id)).toMatchObject({ state: 'SUCCESS', code: null })
    await until(async () => (await itemOf(id))?.proved === true)
    expect(terminal.installed('com.pay.new')).toMatchObject({ vc: 7 })
    const apps = await gateway.sql(
      'select package, source from device_app where device_id = $1 and version_code = 7',
      [device.id],
    )
    expect(apps).toEqual([{ package: 'com.pay.new', source: 'PUSH' }])
    const [download] = await gateway.sql<{ served: number; requests: number; held: boolean }>(
      `select served_bytes as served, requests, exists (select from download_slot slot
        where slot.item_id = download.item_id) as held from download where item_id = $1`,
      [id],
    )
    expect(download?.requests).toBeGreaterThan(1)
    expect(download?.served).toBeGreaterThanOrEqual(20_000_000)
    expect(download?.held).not.toBe(true)
  })

  it('is refused by a terminal without room, and arrives once there is some', async () => {
    const device = await gateway.addDevice()
    const full = await online(device, { full: 1 })
    const refused = await send(device, file)
    expect(await ended(refused)).toMatchObject({ state: 'FAILED', code: 'D107' })
    await full.stop()
    const terminal = await online(device)
    expect(terminal.installed('com.pay.new')).toBeNull()
    expect(await ended(await send(device, file))).toMatchObject({ state: 'SUCCESS', code: null })
    expect(terminal.installed('com.pay.new')).toMatchObject({ vc: 7 })
  })

  it('is not believed when its bytes are others', async () => {
    const device = await gateway.addDevice()
    const other = await storeFile(gateway, 100)
    await online(device)
    const id = await send(device, { ...other, content: Buffer.alloc(99) })
    expect(await ended(id)).toMatchObject({ state: 'FAILED', code: 'D105' })
  })
})
