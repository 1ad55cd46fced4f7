import { codes, plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string
let prefix: string
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  prefix = `G${++made}X`
  versionId = await fleet.addVersion(`${made}.0`)
})

const rounds = async (count: number) => {
  for (let nth = 0; nth < count; nth++) await fleet.round()
}
const retry = (id: string, body: { code?: string } = {}) =>
  fleet.admin.call(plans.retry, { params: { id }, body })
const statesOf = async (id: string) =>
  (await fleet.items(id)).map(({ state, code }) => [state, code].filter(Boolean).join(' '))

describe('a plan of which something begins anew', () => {
  it('goes on though one of its pushes has nothing to begin with', async () => {
    const sns = await fleet.add(prefix, 2)
    const waves = [50, 100].map((percent) => ({ ...easyWave, percent }))
    const { id } = await fleet.begin([versionId], sns, { waveKind: 'LADDER', waves })
    await rounds(3)
    await fleet.end(id, 'FAILED')
    await rounds(2)
    await fleet.end(id, 'FAILED')
    expect(await statesOf(id)).toEqual(['FAILED I201', 'FAILED I201'])
    const [first] = await fleet.items(id)
    await sql`update device set status = 0 where sn = ${first?.sn}`.execute(fleet.app.platform.db)
    expect((await retry(id)).data).toEqual({ count: 1 })
    expect(await statesOf(id)).toEqual(['FAILED I201', 'QUEUED'])
    expect((await retry(id)).code).toBe(codes.warning)
  })
})
