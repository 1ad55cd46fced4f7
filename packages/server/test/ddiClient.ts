import { ddiPath } from '@muster/contract'
import { sql } from 'kysely'
import { followPushes } from '../src/features/device/push/follow.ts'
import { makeToken, tokenHash } from '../src/platform/secrets.ts'
import type { TestFile } from './deviceFiles.ts'
import type { TestApp } from './testApp.ts'
import type { TestDevice } from './testGateway.ts'
import { addUpgradeVersion, giveUpgrade } from './upgradeEstate.ts'

export interface DdiBase {
  readonly config: { readonly polling: { readonly sleep: string } }
  readonly _links?: Readonly<Record<string, { readonly href: string }>>
}

/** Calls as a client of the Direct Device Integration API makes them. */
export class DdiClient {
  readonly app: TestApp
  readonly sn: string
  readonly authorization: string

  constructor(app: TestApp, sn: string, authorization: string) {
    this.app = app
    this.sn = sn
    this.authorization = authorization
  }

  /** `path`: below its own address, or one that it was told. */
  async call(
    path: string,
    {
      method = 'GET',
      body,
      headers = {},
    }: {
      method?: 'GET' | 'HEAD' | 'PUT' | 'POST'
      body?: unknown
      headers?: Record<string, string>
    } = {},
  ) {
    const reply = await this.app.http.inject({
      method,
      url: path.startsWith('http') ? new URL(path).pathname : `${ddiPath}/${this.sn}${path}`,
      headers: {
        authorization: this.authorization,
        'content-type': 'application/json;charset=UTF-8',
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    return {
      status: reply.statusCode,
      headers: reply.headers,
      bytes: reply.rawPayload,
      json: reply.json,
    }
  }

  async poll(): Promise<DdiBase> {
    const answer = await this.call('')
    if (answer.status !== 200) throw new Error(`a poll was answered ${answer.status}`)
    return answer.json<DdiBase>()
  }

  /** The address behind a link, once it is there. */
  async link(name: string): Promise<string> {
    for (let tries = 0; tries < 200; tries += 1) {
      const href = (await this.poll())._links?.[name]?.href
      if (href) return href
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`no link ${name}`)
  }

  feedback(href: string, execution: string, more: object = {}, details: readonly string[] = []) {
    const status = { execution, result: { finished: 'none', ...more }, details }
    return this.call(`${href}/feedback`, { method: 'POST', body: { id: '1', status } })
  }
}

/** As unmodified clients are set up with a terminal's own secret. */
export const byTargetToken = (app: TestApp, { sn, secret }: TestDevice): DdiClient =>
  new DdiClient(app, sn, `TargetToken ${secret.toString('base64url')}`)

/** An enrolment key of an organisation; its token and id. */
export async function gatewayKey(
  { platform: { pool } }: TestApp,
  orgId: string,
  maxUses = 100,
): Promise<{ readonly token: string; readonly id: string }> {
  const token = makeToken()
  const { rows } = await pool.query<{ id: string }>(
    `insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      values ($1, $2, now() + interval '1 hour', $3) returning id`,
    [orgId, tokenHash(token), maxUses],
  )
  return { token, id: rows[0]?.id ?? '' }
}

type VersionWishes = Partial<Parameters<typeof addUpgradeVersion>[1]>
type Giving = Parameters<typeof giveUpgrade>[2]

/** Gives terminals a version of a file, as a plan would; answers its push. */
export async function giveFile(
  { platform }: TestApp,
  { modelId, versionName, file }: { modelId: string; versionName: string; file: TestFile },
  { version, ...giving }: Giving & { version?: VersionWishes },
): Promise<string> {
  const wished = { modelId, versionName, file, ...version }
  const pushId = await giveUpgrade(platform, await addUpgradeVersion(platform, wished), giving)
  await followPushes(platform)
  return pushId
}

export interface DdiItem {
  readonly id: string
  readonly state: string
  readonly step: string | null
  readonly code: string | null
  readonly message: string | null
  readonly attempt: number
  readonly isProved: boolean
  readonly firmware: string | null
}

export async function itemOf({ platform: { db } }: TestApp, pushId: string): Promise<DdiItem> {
  const { rows } =
    await sql<DdiItem>`select item.id, item.state, item.step, item.code, item.message,
      item.attempt, item.proved_at is not null as is_proved, device.firmware
    from push_item item join device on device.id = item.device_id where item.push_id = ${pushId}`.execute(
      db,
    )
  const [item] = rows
  if (!item) throw new Error('no item')
  return item
}
