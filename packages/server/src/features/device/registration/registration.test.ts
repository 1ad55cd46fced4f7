import { type DeviceEnvelope, deviceMessages } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addKey as newKey, type ContactWishes, enrol } from '../../../../test/enrolment.ts'
import { addOrganization } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { makeToken } from '../../../platform/secrets.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'

let gateway: TestGateway
let token: string

beforeAll(async () => {
  gateway = await startTestGateway()
  token = await addKey(gateway.orgId)
})

afterAll(() => gateway.close())

const addKey = (orgId: string, wishes?: { maxUses?: number; isOver?: boolean }) =>
  newKey(gateway, orgId, wishes)

const register = (sn: string, wishes: Partial<ContactWishes> = {}) =>
  enrol(gateway, sn, { with: token, ...wishes })

const lifecycleOf = async (sn: string) =>
  (await gateway.sql<{ lifecycle: string }>('select lifecycle from device where sn = $1', [sn]))[0]
    ?.lifecycle

describe('a first contact', () => {
  it('of a known terminal gives it a secret of its own, with which it connects', async () => {
    const device = await gateway.addDevice({ lifecycle: 'ASSIGNED', registered: false })
    const answer = await register(device.sn)
    expect(answer).toMatchObject({ result: 'REGISTERED', tenant: 'main', heartbeatSeconds: 120 })
    const secret = Buffer.from(answer.secret ?? '', 'base64url')
    expect(secret).toHaveLength(32)
    const terminal = await openTerminal(gateway, { ...device, secret })
    await terminal.up('hb', {})
    await terminal.leave()
    const [row] = await gateway.sql<{ sealed_secret: Buffer; firmware: string }>(
      'select * from device where id = $1',
      [device.id],
    )
    expect(row?.firmware).toBe('F1')
    expect(row?.sealed_secret.includes(secret)).toBe(false)
  })

  it('voids the secret of an earlier one', async () => {
    const device = await gateway.addDevice()
    await gateway.release(device)
    await register(device.sn)
    await expect(openTerminal(gateway, device)).rejects.toMatchObject({ code: 4 })
  })

  it('of a terminal that is connected is refused', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', {})
    expect(await register(device.sn)).toMatchObject({ result: 'REFUSED', reason: 'CONNECTED' })
    await terminal.leave()
  })

  it('of an unknown terminal is kept for a person to claim', async () => {
    expect(await register('NEW-00001')).toMatchObject({ result: 'UNCLAIMED' })
    const [knock] = await gateway.sql<{ ip: string | null }>(
      `select knock.ip from device_knock knock join device on device.id = knock.device_id where device.sn = 'NEW-00001'`,
    )
    expect(knock?.ip).toMatch(/127\.0\.0\.1$/)
    expect(await lifecycleOf('NEW-00001')).toBe('UNCLAIMED')
    expect(await register('NEW-00001')).toMatchObject({ result: 'UNCLAIMED' })
  })

  it('of a model that nobody knows is refused', async () => {
    const answer = await register('NEW-00002', { model: 'nope' })
    expect(answer).toMatchObject({ result: 'REFUSED', reason: 'MODEL_UNKNOWN' })
    expect(await lifecycleOf('NEW-00002')).toBeUndefined()
  })

  it('of a model that nobody knows is kept until somebody has added it, once a minute', async () => {
    const knocks = () =>
      gateway.sql<{ model_code: string; vendor_code: string; times: number }>(
        `select model_code, vendor_code, times from model_knock where sn = 'NEW-00012'`,
      )
    for (let contact = 0; contact < 2; contact++)
      await register('NEW-00012', { model: 'Brand-New' })
    expect(await knocks()).toEqual([{ model_code: 'Brand-New', vendor_code: 'vendor', times: 1 }])
    await gateway.sql(`update model_knock set at = now() - interval '61 seconds'`)
    await register('NEW-00012', { model: 'Brand-New' })
    expect(await knocks()).toMatchObject([{ times: 2 }])
    expect(await register('NEW-00012')).toMatchObject({ result: 'UNCLAIMED' })
    expect(await knocks()).toEqual([])
  })

  it('of models that nobody knows fill no table, whoever makes up serial numbers', async () => {
    await gateway.sql(
      `insert into model_knock (sn, org_id, vendor_code, model_code)
        select 'FULL-' || number, $1, 'v', 'm' from generate_series(1, 1000) number`,
      [gateway.orgId],
    )
    await register('NEW-00013', { model: 'nope' })
    await register('FULL-1000', { model: 'other' })
    expect(
      await gateway.sql(
        `select sn, model_code from model_knock where sn in ('NEW-00013', 'FULL-1000')`,
      ),
    ).toEqual([{ sn: 'FULL-1000', model_code: 'other' }])
  })

  it('with a key of another organisation is refused', async () => {
    const { id } = await addOrganization(gateway.platform, { name: 'Other', code: 'other' })
    const device = await gateway.addDevice({ registered: false })
    const answer = await register(device.sn, { with: await addKey(id) })
    expect(answer).toMatchObject({ result: 'REFUSED', reason: 'NOT_ENROLLED' })
  })

  it('with a key of an organisation above is taken', async () => {
    const { id } = await addOrganization(gateway.platform, {
      name: 'Below',
      code: 'below',
      parentId: gateway.orgId,
    })
    const device = await gateway.addDevice({ registered: false, orgId: id })
    expect(await register(device.sn)).toMatchObject({ result: 'REGISTERED' })
  })

  it('uses a key up', async () => {
    const key = await addKey(gateway.orgId, { maxUses: 1 })
    const device = await gateway.addDevice({ registered: false })
    expect(await register(device.sn, { with: key })).toMatchObject({ result: 'REGISTERED' })
    await expect(register(device.sn, { with: key })).rejects.toMatchObject({ code: 4 })
  })

  it('with a key that is over or made up does not get in', async () => {
    const over = await addKey(gateway.orgId, { isOver: true })
    for (const key of [over, makeToken()])
      await expect(register('NEW-00003', { with: key })).rejects.toMatchObject({ code: 4 })
  })
})

describe('while terminals may come in by themselves', () => {
  let key: string
  let shopId: string

  beforeAll(async () => {
    await seedParameters(gateway.platform.db)
    await gateway.sql(`update parameter set value = 'true' where key = 'device.claim.auto'`)
    await gateway.sql(`update vendor set sn_rule = 'AUTO-[0-9]{5}'`)
    const shop = { name: 'Shop', code: 'shop', parentId: gateway.orgId }
    shopId = (await addOrganization(gateway.platform, shop)).id
    key = await addKey(shopId)
  })
  afterAll(() => gateway.sql(`update parameter set value = null where key = 'device.claim.auto'`))

  it('an unknown one whose number fits is assigned and connects', async () => {
    const answer = await register('AUTO-00001', { with: key })
    expect(answer).toMatchObject({ result: 'REGISTERED', tenant: 'main' })
    expect(await lifecycleOf('AUTO-00001')).toBe('ASSIGNED')
    const [device] = await gateway.sql<{ id: string; org_id: string }>(
      `select id, org_id from device where sn = 'AUTO-00001'`,
    )
    expect(device?.org_id).toBe(shopId)
    const secret = Buffer.from(answer.secret ?? '', 'base64url')
    const terminal = await openTerminal(gateway, { id: '', sn: 'AUTO-00001', secret })
    await terminal.leave()
  })

  it('one whose number fits no rule waits for a person', async () => {
    expect(await register('OTHER-00001', { with: key })).toMatchObject({ result: 'UNCLAIMED' })
  })

  it('one that no quota has room for waits, and comes in when there is room', async () => {
    await gateway.sql('update organization set device_quota = 1 where id = $1', [shopId])
    expect(await register('AUTO-00002', { with: key })).toMatchObject({ result: 'UNCLAIMED' })
    expect(await lifecycleOf('AUTO-00002')).toBe('UNCLAIMED')
    await gateway.sql('update organization set device_quota = 2 where id = $1', [shopId])
    expect(await register('AUTO-00002', { with: key })).toMatchObject({ result: 'REGISTERED' })
    expect(await lifecycleOf('AUTO-00002')).toBe('ASSIGNED')
  })

  it('two cannot take the last place both', async () => {
    await gateway.sql('update organization set device_quota = 3 where id = $1', [shopId])
    const answers = await Promise.all(
      ['AUTO-00003', 'AUTO-00004'].map((sn) => register(sn, { with: key })),
    )
    expect(answers.map(({ result }) => result).sort()).toEqual(['REGISTERED', 'UNCLAIMED'])
  })
})

describe('an activation', () => {
  it('makes an assigned terminal active and tells it its settings', async () => {
    const device = await gateway.addDevice({ lifecycle: 'ASSIGNED' })
    const terminal = await openTerminal(gateway, device)
    await terminal.message('cfg')
    await terminal.up('act', { method: 'auto' })
    expect(await lifecycleOf(device.sn)).toBe('ACTIVE')
    const settings = await terminal.message('cfg', 2)
    expect(settings.body).toEqual({ rev: 1, heartbeatSeconds: 120 })
    await terminal.leave()
  })

  it('leaves a terminal in stock where it is', async () => {
    const device = await gateway.addDevice({ lifecycle: 'STOCK' })
    const terminal = await openTerminal(gateway, device)
    await terminal.up('act', { method: 'auto' })
    expect(await lifecycleOf(device.sn)).toBe('STOCK')
    await terminal.leave()
  })
})

describe('the settings of a model', () => {
  it('reach its terminals when they change', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const before = await terminal.message('cfg')
    await eventually(async () => {
      const online = await gateway.sql('select from device_online where device_id = $1', [
        device.id,
      ])
      return online.length === 1
    })
    await gateway.sql('update model set heartbeat_seconds = 77, version = version + 1')
    const change = { path: '/admin/device/v1/model', ids: [gateway.modelId], orgIds: [] }
    gateway.platform.live.changed(change)
    const settings = await terminal.message('cfg', 2)
    expect(settings.body).toMatchObject({ heartbeatSeconds: 77 })
    expect(revOf(settings)).toBeGreaterThan(revOf(before))
    await terminal.leave()
  })
})

const revOf = ({ body }: DeviceEnvelope) => deviceMessages.configuration.body.parse(body).rev
