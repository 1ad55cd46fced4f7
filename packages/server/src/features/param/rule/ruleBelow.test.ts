import { codes, consistencyRules, params, variables } from '@muster/contract'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

const bench = new ParamBench()

it('a rule of one organisation keeps from its own terminals what is said above it, and from nobody else', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  await bench.newDevice(bench.bank)
  const elsewhere = await bench.newDevice(bench.mall)
  const rule = { kind: 'AMONG', appId: of.appId, pid: 'host', severity: 'REFUSE' } as const
  await bench.admin.get(consistencyRules.add, {
    body: { name: 'Ours alone', orgId: bench.bank, ...rule, allowed: ['ours'] },
  })
  const above = (await bench.assign(of, { orgId: bench.app.rootId })).data
  await bench.type(above.id, { host: 'of all' })
  expect((await bench.admin.get(params.impact, { params: { id: above.id } })).broken).toMatchObject(
    [{ name: 'Ours alone', severity: 'WARN', count: 1 }],
  )
  expect((await bench.activate(above.id)).code).toBe(codes.success)
  await bench.follow()
  expect(await bench.held(elsewhere, of)).toMatchObject({ values: [{ value: 'of all' }] })
  const body = { key: 'host.of', type: 'TEXT', level: 'PLATFORM' } as const
  const named = await bench.admin.get(variables.add, { body: { ...body, value: 'ours' } })
  await bench.type(above.id, { host: '${host.of}' })
  await bench.activate(above.id)
  await bench.follow()
  const { version } = named
  const changed = { body: { ...body, id: named.id, version, value: 'other' } }
  expect((await bench.admin.call(variables.update, changed)).code).toBe(codes.success)
  // What is said at the organisation itself is refused.
  const own = (await bench.assign(of, { orgId: bench.bank })).data
  await bench.type(own.id, { host: 'theirs' })
  expect((await bench.activate(own.id)).code).toBe(codes.warning)
})
