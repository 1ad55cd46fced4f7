import {
  type AlarmKind,
  alarms,
  type ClientEvent,
  mailServers,
  noticePreferences,
  userNotices,
} from '@muster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailTrap, startMailTrap } from '../../../test/mailTrap.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from '../../../test/testApp.ts'
import { addClient } from '../../../test/testClient.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { WebhookReceiver } from '../../../test/webhookReceiver.ts'
import { sendDue as sendWebhooks } from '../client/webhook/webhook.worker.ts'
import { noteEvents } from '../device/event/noteEvents.ts'
import { sendDue as sendMails } from '../mail/delivery/delivery.worker.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'
import { tellAlarms } from './tellAlarms.ts'

const clock = { now: () => new Date() }
let app: TestApp
let estate: Estate
let admin: TestUser
let series = 0

beforeAll(async () => {
  app = await startTestApp(clock, {
    MUSTER_MAIL_NETWORKS: '127.0.0.0/8',
    MUSTER_WEBHOOK_NETWORKS: '127.0.0.0/8',
    MUSTER_PUBLIC_URL: 'https://muster.example/',
  })
  estate = await addEstate(app)
  await seedAlarmRules(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(() => query('delete from alarm; delete from alarm_signal; delete from mail_log'))

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

const terminals = (count: number, orgId = app.rootId) =>
  addDevices(app, estate, { orgId, prefix: `TOLD${++series}X`, count })

type Code = Parameters<typeof noteEvents>[1][number]['code']

/** Something happens to terminals, and is judged. */
async function happens(deviceIds: readonly string[], code: Code): Promise<void> {
  await noteEvents(
    app.platform,
    deviceIds.map((deviceId) => ({ deviceId, code, data: {} })),
  )
  await judgeSignals(app.platform)
}

const rule = (kind: AlarmKind, wishes: object) =>
  app.platform.db.updateTable('alarmRule').set(wishes).where('kind', '=', kind).execute()

describe('a mail', () => {
  let trap: MailTrap

  beforeAll(async () => {
    trap = await startMailTrap()
    await admin.get(mailServers.add, {
      body: {
        name: 'main',
        host: '127.0.0.1',
        port: trap.port,
        security: 'none',
        senderName: 'Muster',
        senderAddress: 'noreply@muster.example',
      },
    })
    await rule('TAMPER', { tellsMail: true })
  })
  afterAll(() => trap.stop())
  beforeEach(() => void trap.mails.splice(0))
  // Who was told in one test hears nothing in the next.
  afterEach(() => query('update app_user set status = 0 where email is not null'))

  /** Somebody with an address who may read alarms, where nothing else is said. */
  async function reader(email: string, wishes: UserWishes = {}, more: object = {}) {
    const user = await signedIn(app, { permissions: ['ALARM_LIST'], ...wishes })
    const values = { email, ...more }
    await app.platform.db.updateTable('appUser').set(values).where('id', '=', user.userId).execute()
    return user
  }

  /** Who got which subject by mail, as it came over the wire. */
  async function mailed() {
    await tellAlarms(app.platform, { quiet: 0 })
    await sendMails(app.platform)
    return trap.mails
      .map(({ to, source }) => [to[0], /^Subject: (.*?)\r?$/m.exec(source)?.[1]])
      .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  }

  const bodyOf = (source: string) =>
    source.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('&amp;', '&')

  it('goes once to who may read the alarm, and leads to it', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Bank',
      code: 'bank',
      parentId: app.rootId,
    })
    await reader('bank@example.org', { orgId })
    await reader('deaf@example.org', { orgId, permissions: ['DEVICE_LIST'] })
    await reader('top@example.org', { dataScope: 'OWN_ORG' })
    await reader('other@example.org', { orgId, vendorIds: [estate.modelId] })
    const [id = ''] = await terminals(1, orgId)
    await happens([id], 'TAMPERED')
    expect(await mailed()).toEqual([['bank@example.org', 'Tampered with']])
    expect(bodyOf(trap.mails[0]?.source ?? '')).toContain(
      `https://muster.example/#/device/detail/${id}?tab=alarms`,
    )
    expect(await mailed()).toHaveLength(1)
  })

  it('tells of many together, in the reader’s language', async () => {
    await reader('many@example.org', {}, { language: 'ar-IQ' })
    await happens(await terminals(3), 'TAMPERED')
    expect(await mailed()).toHaveLength(1)
    const [{ subject, html } = { subject: '', html: '' }] = await query<{
      subject: string
      html: string
    }>('select subject, html from mail_log')
    expect(subject).toBe('عُبث بالجهاز')
    expect(html).toContain('https://muster.example/#/device/alarm?state=LIVE&amp;kind=TAMPER')
  })

  it('is not written where the rule or the reader does not want one', async () => {
    const user = await reader('calm@example.org')
    await happens(await terminals(1), 'ROOTED')
    const alarm = { app: true, mail: false }
    await user.get(userNotices.save, { body: noticePreferences.parse({ alarm }) })
    await happens(await terminals(1), 'TAMPERED')
    expect(await mailed()).toEqual([])
    expect(await query('select from notice where user_id = $1', [user.userId])).toHaveLength(2)
  })

  it('waits for the end of the reader’s quiet hours', async () => {
    const user = await reader('asleep@example.org')
    const minutes = (from: number) =>
      new Date(Date.now() + from * 60_000).toISOString().slice(11, 16)
    const quiet = { isOn: true, from: minutes(-60), until: minutes(60), timeZone: 'UTC' }
    await user.get(userNotices.save, { body: noticePreferences.parse({ quiet }) })
    await happens(await terminals(1), 'TAMPERED')
    expect(await mailed()).toEqual([])
    await query('update mail_log set next_attempt_at = now()')
    expect(await mailed()).toMatchObject([['asleep@example.org', expect.any(String)]])
  })
})

describe('a webhook', () => {
  let receiver: WebhookReceiver
  beforeEach(async () => {
    receiver = new WebhookReceiver()
    await receiver.open()
  })
  afterEach(async () => {
    await receiver.close()
    await app.platform.db.deleteFrom('apiClient').execute()
  })

  async function listener(permissions: readonly string[], orgId = app.rootId): Promise<void> {
    const { userId } = await addClient(app, { permissions, orgId })
    const events: ClientEvent[] = ['device.alarm']
    await app.platform.db
      .updateTable('apiClient')
      .set({ callbackUrl: receiver.url, events })
      .where('id', '=', userId)
      .execute()
  }

  async function heard() {
    await sendWebhooks(app.platform)
    return receiver.received.map(
      // What the listener was sent, as its own test says.
      ({ body }) =>
        JSON.parse(body) as {
          event: string
          data: { deviceId: string; state: string; count: number }
        },
    )
  }

  it('hears that an alarm begins, is seen to, and ends; not that it came again', async () => {
    await listener(['ALARM_LIST'])
    const [id = ''] = await terminals(1)
    await happens([id], 'FENCE_LEFT')
    await happens([id], 'FENCE_LEFT')
    const { list } = await admin.get(alarms.page, { query: { deviceId: id } })
    await admin.get(alarms.ack, { params: { id: list[0]?.id ?? '' } })
    await happens([id], 'FENCE_ENTERED')
    await happens([id], 'FENCE_LEFT')
    const told = await heard()
    expect(told.map(({ event, data }) => [event, data.state, data.count])).toEqual([
      ['device.alarm', 'OPEN', 1],
      ['device.alarm', 'ACK', 2],
      ['device.alarm', 'CLOSED', 2],
      ['device.alarm', 'OPEN', 3],
    ])
    expect(told[0]?.data).toMatchObject({
      id: list[0]?.id,
      deviceId: id,
      sn: list[0]?.sn,
      orgId: app.rootId,
      kind: 'FENCE',
      severity: 'HIGH',
    })
  })

  it('hears nothing where the client may not, or the rule does not want it', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Shop',
      code: 'shop',
      parentId: app.rootId,
    })
    await listener(['DEVICE_LIST'])
    await listener(['ALARM_LIST'], orgId)
    await rule('ROOT', { tellsWebhook: false })
    await happens(await terminals(1), 'TAMPERED')
    const [inside = ''] = await terminals(1, orgId)
    await happens([inside], 'ROOTED')
    expect(await heard()).toEqual([])
    await happens([inside], 'TAMPERED')
    expect((await heard()).map(({ data }) => data.deviceId)).toEqual([inside])
  })
})

it('never makes the server fail', () => {
  expect(app.failures).toEqual([])
})
