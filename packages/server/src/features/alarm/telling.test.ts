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
import { untilLockWaits } from '../../../test/untilLockWaits.ts'
import { WebhookReceiver } from '../../../test/webhookReceiver.ts'
import { sendDue as sendWebhooks } from '../client/webhook/webhook.worker.ts'
import { noteEvents } from '../device/event/noteEvents.ts'
import { sendDue as sendMails } from '../mail/delivery/delivery.worker.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'
import { endMutes } from './mute.queries.ts'
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

  it('is written when nobody who judges alarms waits for it', async () => {
    await reader('slow@example.org')
    const user = await signedIn(app, { permissions: ['ALARM_LIST'] })
    await happens(await terminals(1), 'TAMPERED')
    const writer = await app.platform.pool.connect()
    try {
      await writer.query('begin')
      await writer.query('lock table mail_log in exclusive mode')
      const telling = tellAlarms(app.platform, { quiet: 0 })
      await untilLockWaits(app.platform.db)
      const free = await query(
        `select pg_try_advisory_lock(7214072) as free, pg_advisory_unlock(7214072)`,
      )
      expect(free).toMatchObject([{ free: true }])
      expect(
        await query(`select from notice where user_id = $1 and text_key = 'notice.alarm'`, [
          user.userId,
        ]),
      ).toHaveLength(1)
      await writer.query('commit')
      await telling
    } finally {
      writer.release()
    }
    expect(await mailed()).toEqual([['slow@example.org', expect.anything()]])
    expect(await query('select from alarm_mail')).toEqual([])
  })

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
    await user.get(userNotices.save, { body: noticePreferences().parse({ alarm }) })
    await happens(await terminals(1), 'TAMPERED')
    expect(await mailed()).toEqual([])
    expect(await query('select from notice where user_id = $1', [user.userId])).toHaveLength(2)
  })

  it('waits for the end of the reader’s quiet hours', async () => {
    const user = await reader('asleep@example.org')
    const minutes = (from: number) =>
      new Date(Date.now() + from * 60_000).toISOString().slice(11, 16)
    const quiet = { isOn: true, from: minutes(-60), until: minutes(60), timeZone: 'UTC' }
    await user.get(userNotices.save, { body: noticePreferences().parse({ quiet }) })
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

  it('hears nothing of what is muted until that is over, and then how it is', async () => {
    await listener(['ALARM_LIST'])
    const [id = ''] = await terminals(1)
    await happens([id], 'FENCE_LEFT')
    const { list } = await admin.get(alarms.page, { query: { deviceId: id } })
    const ids = list.map((one) => one.id)
    await admin.get(alarms.mute, { body: { ids, minutes: 60, reason: 'moved' } })
    await happens([id], 'FENCE_ENTERED')
    await happens([id], 'FENCE_LEFT')
    const states = async () => (await heard()).map(({ data }) => [data.state, data.count])
    expect(await states()).toEqual([['OPEN', 1]])
    await query('update alarm_mute set until = now()')
    await endMutes(app.platform)
    expect(await states()).toEqual([
      ['OPEN', 1],
      ['OPEN', 2],
    ])
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

describe('a muted alarm', () => {
  const alarmOf = async (deviceId: string) => {
    const { list } = await admin.get(alarms.page, { query: { deviceId, muted: 'ALL' } })
    return list[0]
  }
  const idOf = async (deviceId: string) => (await alarmOf(deviceId))?.id ?? ''
  const mute = async (deviceId: string, more: object = { minutes: 60 }) =>
    admin.call(alarms.mute, {
      body: { ids: [await idOf(deviceId)], reason: 'A technician is there', ...more },
    })
  const end = async () => {
    await query('update alarm_mute set until = now()')
    await endMutes(app.platform)
  }
  const shown = async (muted?: '1' | 'ALL') => {
    const { list } = await admin.get(alarms.page, { query: muted ? { muted } : {} })
    return list.map(({ deviceId }) => deviceId)
  }
  const told = async () => {
    await tellAlarms(app.platform, { quiet: 0 })
    return (await query<{ link: string }>('select link from notice order by id')).map(
      (one) => one.link,
    )
  }
  const linkTo = (id: string) => `/device/detail/${id}?tab=alarms`
  beforeEach(async () => {
    await query('update app_user set status = 0 where id <> $1', [admin.userId])
    await query('delete from notice')
  })

  it('leaves the inbox until it is over, and a filter shows it', async () => {
    const [id = '', other = ''] = await terminals(2)
    await happens([id, other], 'TAMPERED')
    expect((await mute(id)).data).toMatchObject({ count: 1 })
    expect([await shown(), await shown('1'), (await shown('ALL')).toSorted()]).toEqual([
      [other],
      [id],
      [id, other].toSorted(),
    ])
    expect(await alarmOf(id)).toMatchObject({
      state: 'OPEN',
      mutedUntil: expect.any(String),
      muteReason: 'A technician is there',
      mutedByName: expect.any(String),
    })
    await end()
    expect(await shown('1')).toEqual([])
    expect(await alarmOf(id)).toMatchObject({ mutedUntil: null, muteReason: null })
  })

  it('is told to nobody until it is over, and then where it is still there', async () => {
    const [id = '', other = '', healed = ''] = await terminals(3)
    await happens([id, healed], 'FENCE_LEFT')
    for (const one of [id, healed]) await mute(one)
    await happens([other], 'TAMPERED')
    await happens([healed], 'FENCE_ENTERED')
    expect(await told()).toEqual([linkTo(other)])
    await end()
    expect(await told()).toEqual([linkTo(other), linkTo(id)])
  })

  it('keeps silent about what the terminal raises anew meanwhile', async () => {
    const [id = ''] = await terminals(1)
    await happens([id], 'FENCE_LEFT')
    await told()
    await mute(id)
    await happens([id], 'FENCE_ENTERED')
    await query(`update alarm set closed_at = now() - interval '2 hours'`)
    await happens([id], 'FENCE_LEFT')
    expect([await told(), await shown('1')]).toEqual([[linkTo(id)], [id]])
    await end()
    expect(await told()).toHaveLength(2)
  })

  it('is heard of again when somebody says so, which the action log tells as it does the end', async () => {
    const [id = ''] = await terminals(1)
    await happens([id], 'TAMPERED')
    await mute(id)
    const unmute = async () => admin.get(alarms.unmute, { body: { ids: [await idOf(id)] } })
    expect([(await unmute()).count, (await unmute()).count]).toEqual([1, 0])
    expect(await shown()).toEqual([id])
    await mute(id)
    await end()
    const acts = await query<{ path: string; by: string }>(
      `select path, user_name as by from action_log where path like '%mute' order by id desc limit 5`,
    )
    const admins = acts.map(({ path, by }) => [path.split('/').at(-1), by !== ''])
    expect(admins).toEqual([
      ['unmute', false],
      ['mute', true],
      ['unmute', true],
      ['unmute', true],
      ['mute', true],
    ])
  })

  it('is muted until a moment that comes, said in one way', async () => {
    const [id = ''] = await terminals(1)
    await happens([id], 'TAMPERED')
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const more of [{}, { until: day(-1) }, { until: day(400) }, { minutes: 5, until: day(1) }])
      expect(await mute(id, more)).toMatchObject({ data: { fields: [{ field: 'until' }] } })
    expect(await shown('1')).toEqual([])
    expect((await mute(id, { until: day(1) })).data).toMatchObject({ count: 1 })
  })
})

it('never makes the server fail', () => {
  expect(app.failures).toEqual([])
})
