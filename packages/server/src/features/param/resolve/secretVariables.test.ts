import { codes, paramDeliveries, placeholdersOf, variables } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

const bench = new ParamBench()
const secret = '4711-canary'

/** A template whose parameters are judged each by its own, with a secret variable of everybody. */
async function prepared() {
  const rule = {
    expression: '!p.ruled.startsWith("4")',
    message: 'It begins with 4',
    pids: ['ruled'],
  }
  return addParamTemplate(bench.app, {
    pids: ['note', 'cfg', 'judged', 'ruled'],
    shapes: { cfg: { dataType: 'JSON', maxLength: null }, judged: { pattern: '[^4].*' } },
    rules: [rule],
  })
}

/** What a terminal of its own gets of some values. */
async function heldOf(of: Awaited<ReturnType<typeof prepared>>, values: Record<string, string>) {
  const deviceId = await bench.newDevice(bench.bank)
  const { data } = await bench.assign(of, { deviceId })
  await bench.type(data.id, values)
  await bench.activate(data.id)
  await bench.follow()
  return { deviceId, held: await bench.held(deviceId, of) }
}

it('a secret that values name by a variable is told neither by themselves nor by what judges them', async () => {
  const of = await prepared()
  const said = [
    { key: 'vault', type: 'SECRET', value: null, secretValue: secret },
    { key: 'open', type: 'TEXT', value: 'x' },
  ] as const
  for (const one of said)
    await bench.admin.get(variables.add, { body: { ...one, level: 'PLATFORM' } })
  const named = '${vault}'
  const own = { note: named, judged: named, ruled: named }
  const good = await heldOf(of, own)
  // Whoever writes patterns and rules would read it letter by letter.
  expect(good.held).toMatchObject({ state: 'PENDING', unresolved: [] })
  const escaped = '{"a":"\\u0024{vault}","b":"${open}"}'
  const { deviceId, held } = await heldOf(of, { ...own, cfg: escaped })
  expect(held).toMatchObject({ state: 'BLOCKED', unresolved: ['cfg'] })
  const asked = { params: { deviceId, appId: of.appId }, query: {} }
  const sent = await bench.admin.get(paramDeliveries.detail, asked)
  expect(JSON.stringify([held, sent])).not.toContain(secret)
})

it('variables that name each other in many ways are looked at once each', async () => {
  const of = await prepared()
  const width = 12
  const namesAt = (level: number) =>
    level === 0
      ? ''
      : Array.from({ length: width }, (_, at) => `\${way.${level - 1}.${at}}`).join('')
  const all = Array.from({ length: 9 * width }, (_, no) => {
    const level = Math.floor(no / width)
    const value = namesAt(level)
    return { key: `way.${level}.${no % width}`, value, names: placeholdersOf(value) }
  })
  await sql`insert into global_param (key, type, level, value, names)
    select key, 'TEXT', 'PLATFORM', value, names
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as said (key text, value text, names text[])`.execute(
    bench.app.platform.db,
  )
  const { held } = await heldOf(of, { note: namesAt(9), judged: '${vault}' })
  expect(held).toMatchObject({ state: 'PENDING', unresolved: [] })
})

it('a secret tells its length neither by what values come to with it nor by what variables do', async () => {
  const of = await prepared()
  const add = (body: { key: string; value: string | null; secretValue?: string }) => {
    const type = body.value === null ? ('SECRET' as const) : ('TEXT' as const)
    return bench.admin.call(variables.add, { body: { type, level: 'PLATFORM', ...body } })
  }
  await add({ key: 'pad', value: 'x'.repeat(4000) })
  await add({ key: 'short', value: null, secretValue: '4711' })
  // With four letters the first is as long as a value may be, and the second one longer.
  const named = [1532, 1533].map((more) => `${'${pad}'.repeat(16)}${'x'.repeat(more)}\${short}`)
  for (const [at, value] of named.entries()) {
    expect((await heldOf(of, { note: value })).held).toMatchObject({ unresolved: ['note'] })
    expect((await add({ key: `long.${at}`, value })).code).toBe(codes.badRequest)
  }
})
