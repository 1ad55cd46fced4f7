import { consistencyRules } from '@muster/contract'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import type { Context } from '../../../kit/context.ts'
import { putUnbroken } from './trial.ts'

const bench = new ParamBench()

/** Puts changes of terminals, each of them once, until all are; the terminals of each transaction. */
async function putAll(ids: readonly string[], fillingMs: number) {
  const { platform } = bench.app
  const parts: (readonly string[])[] = []
  const broken: string[] = []
  for (let left = ids; left.length > 0; ) {
    const put = await platform.db.transaction().execute((db) =>
      putUnbroken({ db, platform } as unknown as Context, {
        changes: left,
        deviceOf: (id) => id,
        put: (some) => Promise.resolve(some),
        fillingMs,
      }),
    )
    parts.push(put.written)
    broken.push(...put.broken.keys())
    left = left.filter((id) => put.late.has(id))
  }
  return { parts, broken }
}

it('terminals for which there is no time are tried in a transaction of their own, and none goes unjudged', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth++) ids.push(await bench.newDevice(bench.bank))
  const { data } = await bench.assign(of, { orgId: bench.bank })
  await bench.type(data.id, { host: '${device.sn}' })
  await bench.activate(data.id)
  const rule = { kind: 'AMONG', severity: 'REFUSE' } as const
  const allowed = ['ATK1*', 'ATK2*']
  await bench.admin.get(consistencyRules.add, {
    body: { name: 'First', orgId: bench.bank, appId: of.appId, pid: 'host', allowed, ...rule },
  })
  const [first, second, third] = ids
  expect(await putAll(ids, 60_000)).toEqual({ parts: [[first, second]], broken: [third] })
  expect(await putAll(ids, 0)).toEqual({ parts: [[first], [second], []], broken: [third] })
})
