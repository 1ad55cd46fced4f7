import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Scenario, scenarios, VirtualTerminal } from '@muster/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArtifactItem } from '../../../test/artifactItem.ts'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { startTestGateway, type TestDevice, type TestGateway } from '../../../test/testGateway.ts'
import { until } from '../../../test/until.ts'
import { buildApp } from '../../bin/app.ts'
import { loadDownKey } from '../device/downKey.ts'

let gateway: TestGateway
let http: Awaited<ReturnType<typeof buildApp>>
let folder: string
let file: TestFile
let serverKey: string
let files: string
const terminals: VirtualTerminal[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-install-'))
  gateway = await startTestGateway()
  const platform = platformHere()
  http = await buildApp(platform)
  files = await http.listen({ port: 0, host: '127.0.0.1' })
  file = await storeFile({ platform }, 20_000_000)
  serverKey = (await loadDownKey(platform)).publicKey
})
afterAll(async () => {
  await Promise.all(terminals.map((terminal) => terminal.stop()))
  await http.close()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
})

/** The gateway's platform with a data folder of its own. */
const platformHere = () => ({
  ...gateway.platform,
  env: { ...gateway.platform.env, dataFolder: folder },
})

const [calm] = scenarios.values()
if (!calm) throw new Error('no scenario')
const quick: Scenario = {
  ...calm,
  answers: { ...calm.answers, acknowledge: [0, 10] },
  installs: {
    ...calm.installs,
    kbps: [40_000, 40_000],
    retry: [0.05, 0.2],
    look: [0.1, 0.2],
    takes: [1, 10],
  },
  skew: [0, 0],
}

/** Switches a virtual terminal on. */
async function online(device: TestDevice, change: Partial<Scenario['installs']> = {}) {
  const terminal = new VirtualTerminal({
    identity: { sn: device.sn, model: 'model', vendor: 'vendor' },
    mqtt: gateway.url,
    files,
    token: null,
    credential: {
      tenant: 'main',
      secret: device.secret.toString('base64url'),
      serverKey,
      heartbeatSeconds: 60,
    },
    scenario: { ...quick, installs: { ...quick.installs, ...change } },
    seed: 'install',
  })
  terminals.push(terminal)
  terminal.start()
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
    const terminal = await online(device, { breakOff: 0.8 })
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
    const other = await storeFile({ platform: platformHere() }, 100)
    await online(device)
    const id = await send(device, { ...other, content: Buffer.alloc(99) })
    expect(await ended(id)).toMatchObject({ state: 'FAILED', code: 'D105' })
  })
})
