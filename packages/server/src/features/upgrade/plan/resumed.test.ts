import { codes, plans, upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  versionId = await fleet.addVersion(`${++made}.0`)
})

/** A plan that has given its first wave. */
async function begin(sns: readonly string[], more: object): Promise<string> {
  const { id } = await fleet.begin([versionId], sns, more)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  return id
}

const pause = (id: string) => fleet.admin.get(plans.pause, { params: { id } })
const resume = (id: string) => fleet.admin.call(plans.resume, { params: { id } })

async function goesWell(id: string): Promise<void> {
  await fleet.end(id, 'SUCCESS')
  await fleet.come(id)
  await fleet.round()
  await fleet.round()
}

describe('a plan that goes on after its threshold', () => {
  it('passes when those that were not forgiven are well', async () => {
    const sns = await fleet.add(`R${made}F`, 20)
    const waves = [{ ...easyWave, successPercent: 95, errorPercent: 5 }]
    const id = await begin(sns, { waves })
    await fleet.end(id, 'FAILED', sns.slice(0, 2))
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', failed: 2 })
    await resume(id)
    await goesWell(id)
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 18, failed: 2 })
    expect((await fleet.progress(id)).waves).toMatchObject([{ state: 'PASSED' }])
  })

  it('stops at once when too few of the others can be well', async () => {
    const sns = await fleet.add(`R${made}L`, 20)
    const waves = [{ ...easyWave, successPercent: 95, errorPercent: 40 }]
    const id = await begin(sns, { waves })
    await fleet.end(id, 'FAILED', sns.slice(0, 10))
    await fleet.round()
    await resume(id)
    await fleet.end(id, 'FAILED', sns.slice(10, 11))
    // Before any worker has looked at it.
    const [wave] = (await fleet.progress(id)).waves
    expect(wave).toMatchObject({ state: 'FAILED', reason: 'plan.failed.success' })
  })
})

describe('a wave of which nobody is left', () => {
  const leave = (sns: readonly (string | undefined)[]) =>
    sql`update device set deleted_at = now() where sn = any(${sns}::text[])`.execute(
      fleet.app.platform.db,
    )
  const halves = (wave: object) => ({
    waveKind: 'LADDER',
    waves: [50, 100].map((percent) => ({ ...easyWave, ...wave, percent })),
  })
  /** A plan whose second wave is gone before its turn. */
  async function withoutSecond(prefix: string, wave: object): Promise<string> {
    const sns = await fleet.add(prefix, 2)
    const id = await begin(sns, halves(wave))
    const [given] = await fleet.items(id)
    await leave(sns.filter((sn) => sn !== given?.sn))
    await goesWell(id)
    await fleet.round()
    return id
  }

  it('is left out, and ends', async () => {
    const id = await withoutSecond(`N${made}E`, {})
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 1, leftOut: 1 })
  })

  it('has shown nothing where some had to be well, and is passed by whom somebody lets go on', async () => {
    const id = await withoutSecond(`N${made}S`, { successPercent: 95 })
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', reason: 'plan.nobodyLeft' })
    await resume(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', leftOut: 1 })
  })
})

describe('a plan whose wave fails while it is paused', () => {
  const waves = [{ ...easyWave, errorPercent: 20 }]

  it('ends where a failure is to end it, whoever would let it go on', async () => {
    const sns = await fleet.add(`P${made}A`, 4)
    const id = await begin(sns, { waves, onFailure: 'ABORT' })
    await pause(id)
    await fleet.end(id, 'FAILED', sns.slice(0, 2))
    expect((await resume(id)).code).toBe(codes.wrongState)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'STOPPED', reason: 'plan.failed.errors' })
  })

  it('goes back to what ran before where that is wanted', async () => {
    await fleet.addVersion(`${made}.0.1`, 'FIRMWARE')
    versionId = await fleet.addVersion(`${made}.0.2`, 'FIRMWARE')
    const sns = await fleet.add(`P${made}B`, 4)
    const runs = (version: string, some: readonly string[]) =>
      sql`update device set firmware = ${version} where sn = any(${[...some]}::text[])`.execute(
        fleet.app.platform.db,
      )
    await runs(`${made}.0.1`, sns)
    const id = await begin(sns, { waves, onFailure: 'ABORT', rollsBack: true })
    await pause(id)
    await fleet.end(id, 'SUCCESS', sns.slice(0, 2))
    await runs(`${made}.0.2`, sns.slice(0, 2))
    await fleet.end(id, 'FAILED', sns.slice(2))
    await fleet.round()
    const back = { state: 'ROLLING_BACK', reason: 'plan.failed.errors' }
    expect(await fleet.find(id)).toMatchObject(back)
  })

  it('says why it rests by then', async () => {
    const sns = await fleet.add(`P${made}P`, 4)
    const id = await begin(sns, { waves })
    await pause(id)
    await fleet.end(id, 'FAILED', sns.slice(0, 2))
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', reason: 'plan.failed.errors' })
    const { version } = await fleet.find(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ version })
  })
})

it('leaves nobody out whose version is suspended while its wave is written down', async () => {
  const sns = await fleet.add(`S${made}W`, 2)
  const { id } = await fleet.begin([versionId], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.tick()
  const version = { params: { id: versionId } }
  await fleet.admin.get(upgradeVersions.suspend, { ...version, body: { reason: 'looks bad' } })
  const rests = { state: 'PAUSED', reason: 'plan.failed.suspended' }
  expect(await fleet.find(id)).toMatchObject(rests)
  await fleet.follow()
  await fleet.admin.get(upgradeVersions.online, version)
  await resume(id)
  await fleet.round()
  expect((await fleet.items(id)).map(({ state }) => state)).toEqual(['QUEUED', 'QUEUED'])
})
