import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followTerminals } from './follow.ts'

const bench = new ParamBench()

it.each([
  ['are filled for each', '${device.sn}'],
  ['are judged once', 'plain'],
])(
  'terminals whose values %s keep what they have where there is no time, and are due again',
  async (_, host) => {
    const { db, secrets } = bench.app.platform
    const of = await addParamTemplate(bench.app, { pids: ['host'], required: ['host'] })
    const ids = [await bench.newDevice(bench.bank), await bench.newDevice(bench.bank)]
    for (const deviceId of ids) {
      const { data } = await bench.assign(of, { deviceId })
      await bench.type(data.id, {
        host: host === 'plain' ? `${host} ${deviceId}`.slice(0, 20) : host,
      })
      await bench.activate(data.id)
    }
    await sql`delete from param_due`.execute(db)
    const { late } = await db
      .transaction()
      .execute((trx) => followTerminals({ db: trx, secrets, fillingMs: 0 }, ids, new Set(ids)))
    expect(late).toBe(ids.length)
    for (const id of ids) expect(await bench.held(id, of)).toBe(null)
    const { rows } = await sql`select device_id, is_now from param_due order by device_id`.execute(
      db,
    )
    expect(rows).toEqual(ids.toSorted().map((deviceId) => ({ deviceId, isNow: true })))
    // One alone has all the time that it takes.
    const [first = ''] = ids
    await db
      .transaction()
      .execute((trx) => followTerminals({ db: trx, secrets, fillingMs: 0 }, [first], new Set()))
    expect(await bench.held(first, of)).toMatchObject({ state: 'PENDING' })
    await bench.follow()
    for (const id of ids) expect(await bench.held(id, of)).toMatchObject({ state: 'PENDING' })
  },
)
