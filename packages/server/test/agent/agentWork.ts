import { randomUUID } from 'node:crypto'
import { codes, params } from '@muster/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { followPushes } from '../../src/features/device/push/follow.ts'
import { openArtifactItem } from '../artifactItem.ts'
import { storeFile } from '../deviceFiles.ts'
import type { TestApp, TestUser } from '../testApp.ts'
import { type CommandWishes, giveCommand, type TestDevice } from '../testGateway.ts'
import { addParamTemplate } from '../testParams.ts'
import { addUpgradeVersion, giveUpgrade } from '../upgradeEstate.ts'
import { until } from '../until.ts'

/** Whom work is given to, and by whom. */
export interface Giving {
  readonly app: TestApp
  readonly user: TestUser
  readonly modelId: string
  readonly device: TestDevice
}

export interface Item {
  readonly state: string
  readonly code: string | null
}

const finals = ['SUCCESS', 'FAILED', 'REFUSED', 'CANCELLED', 'EXPIRED', 'TIMEOUT']

/** How items are, by their ids. */
async function itemsOf({ app }: Pick<Giving, 'app'>, ids: readonly string[]) {
  const { rows } = await sql<Item & { id: string; publications: number }>`
    select id, state, code, publications from push_item where id = any(${ids}::uuid[])`.execute(
    app.platform.db,
  )
  return new Map(rows.map((item) => [item.id, item]))
}

/** Whether all of these items have ended. */
export async function areOver(giving: Pick<Giving, 'app'>, ids: readonly string[]) {
  const items = await itemsOf(giving, ids)
  return ids.every((id) => finals.includes(items.get(id)?.state ?? ''))
}

/**
 * How items ended, as soon as all have. A slow machine may take long for many: what is waited for is the
 * next one. `said`: what helps to understand why none comes.
 */
export async function endsOf(
  giving: Pick<Giving, 'app'>,
  ids: readonly string[],
  said: () => string,
): Promise<(id: string) => Item> {
  for (;;) {
    const items = await itemsOf(giving, ids)
    const open = ids.filter((id) => !finals.includes(items.get(id)?.state ?? ''))
    if (open.length === 0) {
      return (id) => {
        const { state = 'none', code = null } = items.get(id) ?? {}
        return { state, code }
      }
    }
    try {
      await until(async () => {
        const now = await itemsOf(giving, open)
        return open.some((id) => finals.includes(now.get(id)?.state ?? ''))
      }, `the next end of ${open.length} items`)
    } catch (error) {
      const left = JSON.stringify(open.map((id) => items.get(id)))
      throw new Error(`nothing ends any more: ${left}\n${said()}`, { cause: error })
    }
  }
}

export const command = ({ app, device }: Giving, wishes: CommandWishes) =>
  giveCommand(app.platform, device, wishes)

export const say = (giving: Giving, title: string) =>
  command(giving, {
    ttlSeconds: 3600,
    cmd: 'MESSAGE',
    args: { title, text: 'a text; $(touch x)', mustRead: false, buttons: [], fileId: null },
  })

export async function push(giving: Giving, path: string, bytes: number) {
  const { content, sha256 } = await storeFile(giving.app, bytes)
  const artifact = { size: bytes, sha256, name: 'a.bin' }
  const args = { fileId: randomUUID(), path, artifact }
  const item = await command(giving, { cmd: 'PUSH_FILE', args, ttlSeconds: 3600 })
  return { item, content }
}

export async function install({ app, device }: Giving, pkg: string) {
  const { content, sha256 } = await storeFile(app, 100_000)
  const artifact = { size: content.length, sha256, name: 'pay.deb' }
  return openArtifactItem(app, device, artifact, { state: 'QUEUED', pkg, vc: 7 })
}

/** A version of one of the machine's parts. */
export async function versionOf(
  { app, modelId }: Pick<Giving, 'app' | 'modelId'>,
  kind: string,
  versionName: string,
): Promise<string> {
  const file = await storeFile(app, 200_000)
  return addUpgradeVersion(app.platform, { modelId, versionName, kind, file })
}

/** Gives the machine a version of one of its parts; answers its item. */
export async function upgrade(giving: Giving, kind: string, versionName: string): Promise<string> {
  const { app, device } = giving
  const id = await versionOf(giving, kind, versionName)
  const pushId = await giveUpgrade(app.platform, id, { ids: [device.id] })
  await followPushes(app.platform)
  const { rows } = await sql<{ id: string }>`select id from push_item
    where push_id = ${pushId}`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

/** What the platform knows of an upgrade beside its end: the machine tells the version, and that it is well. */
export async function proofOf({ app }: Pick<Giving, 'app'>, item: string) {
  const { rows } = await sql<{ isProved: boolean; health: string | null }>`
    select item.proved_at is not null as is_proved, found.document ->> 'health' as health
    from push_item item left join command_result found on found.item_id = item.id
    where item.id = ${item}`.execute(app.platform.db)
  return rows[0]
}

/** The package whose values `giveValues` gives. */
export const packageOf = ({ device }: Giving): string => `com.example.${device.sn.toLowerCase()}`

/** Answers what says another host. */
export async function giveValues(giving: Giving): Promise<(host: string) => Promise<void>> {
  const { app, user, device } = giving
  const template = await addParamTemplate(app, {
    package: packageOf(giving),
    pids: ['host'],
    secretPids: ['pin'],
  })
  const made = await user.call(params.add, {
    body: {
      name: device.sn,
      level: 'DEVICE',
      orgId: null,
      deviceId: device.id,
      appId: template.appId,
      templateRevId: template.revId,
    },
  })
  expect(made.code).toBe(codes.success)
  const { id } = made.data
  // What is refused stays so: it is not tried again later.
  await sql`update param_assignment set options = options || '{"retries": 0}' where id = ${id}`.execute(
    app.platform.db,
  )
  const say = async (host: string) => {
    const { version } = await user.get(params.detail, { params: { id } })
    const values = { host }
    const secrets = { pin: 'sesame' }
    const saved = await user.call(params.draft, {
      params: { id },
      body: { version, values, secrets, keptSecrets: [] },
    })
    const { data: impact } = await user.call(params.impact, { params: { id } })
    await user.call(params.activate, {
      params: { id },
      body: { version: saved.data.version, count: impact.count, note: 'a reason' },
    })
  }
  await say('one.example.com')
  return say
}

/** How the machine stands to the values that it should run with. */
export async function stateOfValues({ app, device }: Giving): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from param_desired
    where device_id = ${device.id} and until is null`.execute(app.platform.db)
  return rows[0]?.state
}
