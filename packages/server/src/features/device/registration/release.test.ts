import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addKey, enrol } from '../../../../test/enrolment.ts'
import { addOrganization } from '../../../../test/testApp.ts'
import {
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'

let gateway: TestGateway
let key: string
let device: TestDevice

beforeAll(async () => {
  gateway = await startTestGateway()
  key = await addKey(gateway, gateway.orgId)
})
beforeEach(async () => {
  device = await gateway.addDevice()
})
afterAll(() => gateway.close())

const register = (shown = key) => enrol(gateway, device.sn, { with: shown })
const release = () => gateway.release(device)
const notReleased = { result: 'REFUSED', reason: 'NOT_RELEASED' }

/** Connects with a secret and leaves again. */
async function visit(secret: Buffer | string | undefined): Promise<void> {
  const bytes = typeof secret === 'string' ? Buffer.from(secret, 'base64url') : secret
  const terminal = await openTerminal(gateway, { ...device, secret: bytes ?? Buffer.alloc(32) })
  await terminal.leave()
}

const refusedAt = async () => {
  const rows = await gateway.sql<{ at: string | null }>(
    'select enrolment_refused_at as at from device where id = $1',
    [device.id],
  )
  return rows[0]?.at ?? null
}
/** Waits until the terminal's first connection is on record, with its end. */
const waitUntilGone = () =>
  expect
    .poll(() =>
      gateway.sql(
        'select from device_session where device_id = $1 and disconnected_at is not null',
        [device.id],
      ),
    )
    .toHaveLength(1)

describe('a terminal that has a credential and is away', () => {
  it('keeps it when nobody released it, and the attempt is noted', async () => {
    expect(await refusedAt()).toBeNull()
    expect(await register()).toMatchObject(notReleased)
    expect(await refusedAt()).not.toBeNull()
    await visit(device.secret)
  })

  it('notes refusals once a minute at most', async () => {
    await register()
    const first = await refusedAt()
    await register()
    expect(await refusedAt()).toEqual(first)
    await gateway.sql(
      `update device set enrolment_refused_at = now() - interval '61 seconds' where id = $1`,
      [device.id],
    )
    const before = await refusedAt()
    await register()
    expect(await refusedAt()).not.toEqual(before)
  })

  it('gets another one after its release, once', async () => {
    await register()
    await release()
    const answer = await register()
    expect(answer).toMatchObject({ result: 'REGISTERED' })
    expect(await refusedAt()).toBeNull()
    await visit(answer.secret)
    await waitUntilGone()
    expect(await register()).toMatchObject(notReleased)
    await visit(answer.secret)
  })

  it('keeps its old one until it enrols', async () => {
    await release()
    await expect(visit(device.secret)).resolves.toBeUndefined()
  })

  it('keeps it when its release is over', async () => {
    await release()
    await gateway.sql(
      `update device set released_until = now() - interval '1 second' where id = $1`,
      [device.id],
    )
    expect(await register()).toMatchObject(notReleased)
  })

  it('never loses it to a key of another organisation, released or not', async () => {
    const code = device.sn.toLowerCase()
    const { id } = await addOrganization(gateway.platform, { name: code, code })
    const foreign = await addKey(gateway, id)
    const refusal = { result: 'REFUSED', reason: 'NOT_ENROLLED' }
    expect(await register(foreign)).toMatchObject(refusal)
    await release()
    expect(await register(foreign)).toMatchObject(refusal)
    expect(await refusedAt()).toBeNull()
    expect(await register()).toMatchObject({ result: 'REGISTERED' })
  })

  it('is refused all the same when it is scrapped', async () => {
    await release()
    await gateway.sql(`update device set lifecycle = 'SCRAPPED' where id = $1`, [device.id])
    expect(await register()).toMatchObject({ result: 'REFUSED', reason: 'WRONG_STATE' })
  })

  it('gets one credential by one release, although two keys ask', async () => {
    await release()
    expect(await register()).toMatchObject({ result: 'REGISTERED' })
    const other = await addKey(gateway, gateway.orgId)
    expect(await register(other)).toMatchObject(notReleased)
  })
})

describe('a terminal whose answer was lost', () => {
  beforeEach(async () => {
    device = await gateway.addDevice({ registered: false })
    await register()
  })

  it('asks again with the same key', async () => {
    const answer = await register()
    expect(answer).toMatchObject({ result: 'REGISTERED' })
    await visit(answer.secret)
  })

  it('is refused with another key', async () => {
    const other = await addKey(gateway, gateway.orgId)
    expect(await register(other)).toMatchObject(notReleased)
  })

  it('is refused when ten minutes are over', async () => {
    const [row] = await gateway.sql<{ left: number }>(
      `select extract(epoch from secret_unused_until - now())::float8 as left from device where id = $1`,
      [device.id],
    )
    expect(row?.left).toBeGreaterThan(0)
    expect(row?.left).toBeLessThanOrEqual(600)
    await gateway.sql(
      `update device set secret_unused_until = now() - interval '1 second' where id = $1`,
      [device.id],
    )
    expect(await register()).toMatchObject(notReleased)
  })

  it('is refused once it has connected', async () => {
    const { secret } = await register()
    await visit(secret)
    await waitUntilGone()
    expect(await register()).toMatchObject(notReleased)
  })
})
