import { paramDeliveries, variables } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

const bench = new ParamBench()

/** A template with a parameter whose values are JSON, and another one. */
const prepared = () =>
  addParamTemplate(bench.app, {
    pids: ['cfg', 'host'],
    shapes: { cfg: { dataType: 'JSON', maxLength: null } },
  })

/** What a terminal of its own gets of some values. */
async function heldOf(of: Awaited<ReturnType<typeof prepared>>, values: Record<string, string>) {
  const deviceId = await bench.newDevice(bench.bank)
  const { data } = await bench.assign(of, { deviceId })
  await bench.type(data.id, values)
  await bench.activate(data.id)
  return deviceId
}

it('a document that names a variable keeps all else as it is typed', async () => {
  const of = await prepared()
  const said = { key: 'shop', type: 'TEXT', value: 'The "Shop"\n10' } as const
  await bench.admin.get(variables.add, { body: { ...said, level: 'PLATFORM' } })
  const cfg = String.raw`{ "mid": 123456789012345678, "rate": 1.50, "10": 1e2, "2": -0, "${'${'}shop}": "a \" : ${'${'}shop}", "l": ["${'${'}shop}" , "x:y" ] }`
  const deviceId = await heldOf(of, { cfg })
  await bench.follow()
  expect(await bench.held(deviceId, of)).toMatchObject({ unresolved: [] })
  const asked = { params: { deviceId, appId: of.appId }, query: {} }
  const { files } = await bench.admin.get(paramDeliveries.detail, asked)
  expect(files[0]?.text).toContain(
    String.raw`{"mid":123456789012345678,"rate":1.50,"10":1e2,"2":-0,"${'${'}shop}":"a \" : The \"Shop\"\n10","l":["The \"Shop\"\n10","x:y"]}`,
  )
})

it('a value that is no document is refused before it is filled, and keeps nobody waiting who is not asked', async () => {
  const of = await prepared()
  const held = '"x"'
  const deep = ['['.repeat(20_000), '"${device.sn}"', ']'.repeat(20_000)].join('')
  const bad = await heldOf(of, { cfg: held })
  const nested = await heldOf(of, { cfg: held })
  const good = await heldOf(of, { host: '${device.sn}' })
  const { data } = await bench.assign(of, { deviceId: await bench.newDevice(bench.bank) })
  for (const cfg of ['{"n": ${device.sn}}', '${device.sn}', '{"a": "${device.sn}"'])
    expect(await bench.type(data.id, { cfg })).toMatchObject({ faults: [{ pids: ['cfg'] }] })
  // Some were taken before anybody looked.
  for (const [deviceId, value] of [
    [bad, '{"n": ${device.sn}}'],
    [nested, deep],
  ] as const)
    await sql`update param_value set value = ${value} where pid = 'cfg' and owner_id in
      (select id from param_assignment where device_id = ${deviceId})`.execute(
      bench.app.platform.db,
    )
  await bench.follow()
  expect(await bench.held(good, of)).toMatchObject({ unresolved: [] })
  expect(await bench.held(nested, of)).toMatchObject({ unresolved: [] })
  expect(await bench.held(bad, of)).toMatchObject({ state: 'BLOCKED', unresolved: ['cfg'] })
})
