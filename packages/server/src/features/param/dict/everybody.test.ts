import { codes, paramDicts, type ParamDict } from '@muster/contract'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

const bench = new ParamBench()

const { page, detail, add: adding, update, setStatus, remove } = paramDicts
const rights = [page, detail, adding, update, setStatus, remove].map(({ permission }) => permission)

const add = (pid: string, more: object = {}) =>
  bench.admin.get(paramDicts.add, { body: { title: pid, pid, dataType: 'STRING', ...more } })

async function change(who: TestUser, { id }: Pick<ParamDict, 'id'>, more: object) {
  const row = await who.get(paramDicts.detail, { params: { id } })
  const { shape } = paramDicts.add.schemas.body
  const form = Object.entries({ ...row, ...more }).filter(([name]) => name in shape)
  const body = paramDicts.add.schemas.body.parse(Object.fromEntries(form))
  return who.call(paramDicts.update, { body: { ...body, id, version: row.version } })
}

it('a default that terminals of others get is changed by nobody who sees a part of the platform only', async () => {
  const clerk = await signedIn(bench.app, { orgId: bench.bank, permissions: rights })
  const [shared, own, secret] = [
    await add('shared.host', { defaultValue: 'good' }),
    await add('own.host', { defaultValue: 'good' }),
    await add('shared.pin', { secret: true, secretDefault: '4711' }),
  ]
  const of = await addParamTemplate(bench.app, {
    pids: ['shared.host', 'shared.new'],
    secretPids: ['shared.pin'],
    orgId: bench.mall,
  })
  await addParamTemplate(bench.app, { pids: ['own.host'], orgId: bench.bank })
  const deviceId = await bench.newDevice(bench.mall)
  const { data } = await bench.assign(of, { orgId: bench.mall })
  await bench.type(data.id, {})
  await bench.activate(data.id)

  const refused = await Promise.all([
    change(clerk, shared, { defaultValue: 'bad' }),
    change(clerk, secret, { secretDefault: '0000' }),
    change(clerk, secret, { secret: false }),
    clerk.call(paramDicts.add, {
      body: { title: 'x', pid: 'shared.new', dataType: 'STRING', defaultValue: 'bad' },
    }),
    clerk.call(paramDicts.setStatus, { params: { id: shared.id, status: '0' } }),
    clerk.call(paramDicts.remove, { params: { id: secret.id } }),
  ])
  const { badRequest, warning } = codes
  expect(refused.map(({ code }) => code)).toEqual([
    badRequest,
    badRequest,
    badRequest,
    badRequest,
    warning,
    warning,
  ])
  await bench.follow()
  expect(await bench.held(deviceId, of)).toMatchObject({
    values: [{ pid: 'shared.host', value: 'good' }, { pid: 'shared.pin' }],
  })
  // What it says besides, and what is for his own terminals alone, he changes.
  const { success } = codes
  expect(await change(clerk, shared, { description: 'A host' })).toMatchObject({ code: success })
  expect(await change(clerk, own, { defaultValue: 'other' })).toMatchObject({ code: success })
})
