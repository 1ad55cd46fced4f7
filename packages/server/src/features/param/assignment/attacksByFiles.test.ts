import { codes, effectiveParams, params } from '@muster/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ParamBench } from '../../../../test/paramBench.ts'
import { signedIn } from '../../../../test/testApp.ts'
import { addParamFile, addParamTemplate } from '../../../../test/testParams.ts'
import { countBringable } from '../delivery/wanted.queries.ts'

const bench = new ParamBench()

it('who only knows the hash of a file gets it neither for his terminals nor for himself', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], files: ['cert'] })
  const file = await addParamFile(bench.app, { name: 'bank.pem', orgId: bench.bank })
  const rights = {
    permissions: ['PARAM_ADD', 'PARAM_EDIT', 'PARAM_DETAIL', 'PARAM_LIST'],
    dataScope: 'OWN_ORG_AND_BELOW',
  } as const
  const thief = await signedIn(bench.app, { orgId: bench.mall, ...rights })
  const { id } = (await bench.assign(of, { orgId: bench.mall }, thief)).data
  const body = { version: 1, values: { cert: file }, secrets: {}, keptSecrets: [] }
  const refused = await thief.call(params.draft, { params: { id }, body })
  expect(refused).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'values.cert' }] },
  })
  // Nor by a variable, which is a text.
  const own = await bench.newDevice(bench.mall)
  await sql`insert into global_param (key, type, level, org_id, value) values ('stolen', 'TEXT', 'ORG', ${bench.mall}, ${file})`.execute(
    bench.app.platform.db,
  )
  await bench.type(id, { cert: '${stolen}' })
  await bench.activate(id)
  await bench.follow()
  const { rows } = await sql<{
    setId: number
    state: string
    unresolved: string[]
  }>`select set_id, state, unresolved from param_desired
    where device_id = ${own} and app_id = ${of.appId}`.execute(bench.app.platform.db)
  expect(rows).toMatchObject([{ state: 'BLOCKED', unresolved: ['cert'] }])
  const wanted = { deviceId: own, setId: rows[0]?.setId ?? 0 }
  const sums = [file.slice(0, 64)]
  expect(await countBringable(bench.app.platform.db, wanted, sums)).toBe(0)
  // Of the bench.bank it is brought to its own terminals, and shown to its own people.
  const theirs = (await bench.assign(of, { orgId: bench.bank })).data
  // What it may end in is what was uploaded: a script is no script by another name.
  const cert = file.replace(/bank\.pem$/, 'run.sh')
  const renamed = { version: 1, values: { cert }, secrets: {}, keptSecrets: [] }
  const odd = await bench.admin.call(params.draft, { params: { id: theirs.id }, body: renamed })
  expect(odd.code).toBe(codes.badRequest)
  // What may be uploaded under that name may be named so.
  await bench.type(theirs.id, { cert: file.replace(/bank\.pem$/, 'bank.crt') })
  await bench.type(theirs.id, { cert: file })
  const seen = await thief.call(params.file, { params: { id: theirs.id, pid: 'cert' }, query: {} })
  expect(seen.code).toBe(codes.notFound)
  expect(await countBringable(bench.app.platform.db, wanted, sums)).toBe(0)
})

it('a variable that is a file is taken where one is asked for, and nobody else is brought it', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], files: ['cert'] })
  const file = await addParamFile(bench.app, { name: 'station.pem', orgId: bench.mall })
  const { id } = (await bench.assign(of, { orgId: bench.mall })).data
  const [own, other] = [await bench.newDevice(bench.mall), await bench.newDevice(bench.mall)]
  await sql`with held as (select id from upload where name = 'station.pem'),
      said as (insert into global_param (key, type, level, org_id, device_id, file_id)
        select 'cert.own', 'FILE', 'DEVICE', ${bench.mall}, ${own}, id from held returning id, file_id)
    insert into file_reference (upload_id, used_by, used_id, name) select file_id, 'variable', id, 'cert.own' from said`.execute(
    bench.app.platform.db,
  )
  await sql`insert into global_param (key, type, level, org_id, device_id, value)
    values ('cert.own', 'TEXT', 'DEVICE', ${bench.mall}, ${other}, ${file})`.execute(
    bench.app.platform.db,
  )
  await bench.type(id, { cert: '${cert.own}' })
  await bench.activate(id)
  await bench.follow()
  const desired = async (deviceId: string) => {
    const { rows } = await sql<{ setId: number; unresolved: string[] }>`select set_id, unresolved
      from param_desired where device_id = ${deviceId} and app_id = ${of.appId} and until is null`.execute(
      bench.app.platform.db,
    )
    const setId = rows[0]?.setId ?? 0
    const sums = [file.slice(0, 64)]
    const count = await countBringable(bench.app.platform.db, { deviceId, setId }, sums)
    return { unresolved: rows[0]?.unresolved, count }
  }
  expect(await desired(own)).toEqual({ unresolved: [], count: 1 })
  expect(await desired(other)).toEqual({ unresolved: ['cert'], count: 0 })
})

it('a text that reads like a file is a text, until a revision of the template makes a file of it', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['note'], long: ['note'], files: ['cert'] })
  const file = await addParamFile(bench.app, { name: 'secret.pem', orgId: bench.bank })
  const clerk = await signedIn(bench.app, {
    orgId: bench.mall,
    permissions: ['PARAM_ADD', 'PARAM_EDIT', 'PARAM_DETAIL', 'PARAM_LIST', 'PARAM_ACTIVATE'],
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const { id } = (await bench.assign(of, { orgId: bench.mall }, clerk)).data
  const typed = { version: 1, values: { note: file }, secrets: {}, keptSecrets: [] }
  const saved = await clerk.call(params.draft, { params: { id }, body: typed })
  expect(saved.code).toBe(codes.success)
  const { rows } = await sql`select from file_reference where used_id = ${id}`.execute(
    bench.app.platform.db,
  )
  expect(rows).toHaveLength(0)
  await sql`with made as (
      insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      select template_id, 2, jsonb_set(content, '{fields,0,dataType}', '"FILE"'), '', '', pids, 1
      from param_template_rev where id = ${of.revId} returning id)
    update param_assignment set template_rev_id = made.id from made where param_assignment.id = ${id}`.execute(
    bench.app.platform.db,
  )
  const { version, deviceCount } = await clerk.get(params.detail, { params: { id } })
  const body = { version, count: deviceCount }
  const refused = await clerk.call(params.activate, { params: { id }, body })
  expect(refused).toMatchObject({ data: { fields: [{ field: 'values.note' }] } })
})

it('many terminals are pushed to at once, of those that the caller sees all', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'] })
  const devices = [
    await bench.newDevice(bench.mall),
    await bench.newDevice(bench.mall),
    await bench.newDevice(bench.bank),
  ]
  for (const orgId of [bench.mall, bench.bank]) {
    const { id } = (await bench.assign(of, { orgId })).data
    await bench.type(id, { host: 'one' })
    await bench.activate(id)
  }
  await bench.follow()
  const pusher = await signedIn(bench.app, {
    orgId: bench.mall,
    permissions: ['PARAM_PUSH'],
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const push = (ids: readonly string[]) =>
    pusher.call(effectiveParams.bringMany, {
      body: { of: ids.map((deviceId) => ({ deviceId, appId: of.appId })) },
    })
  expect((await push(devices)).code).toBe(codes.notFound)
  const due = async () => {
    const { rows } = await sql<{ id: string }>`select device_id as id from param_desired
      where app_id = ${of.appId} and until is null and is_asked`.execute(bench.app.platform.db)
    return new Set(rows.map(({ id }) => id))
  }
  expect(await due()).toEqual(new Set())
  expect(await push(devices.slice(0, 2))).toMatchObject({ data: { count: 2 } })
  expect(await due()).toEqual(new Set(devices.slice(0, 2)))
})

it('a file stays while a draft or a revision says it, and goes with what said it', async () => {
  const of = await addParamTemplate(bench.app, { pids: ['host'], files: ['cert'] })
  const [first, second] = [
    await addParamFile(bench.app, { name: 'first.pem' }),
    await addParamFile(bench.app, { name: 'second.pem' }),
  ]
  const { id } = (await bench.assign(of, { orgId: bench.mall })).data
  const kept = async () =>
    (
      await sql<{ name: string }>`select upload.name from file_reference ref
        join upload on upload.id = ref.upload_id where ref.used_id = ${id} order by 1`.execute(
        bench.app.platform.db,
      )
    ).rows.map(({ name }) => name)
  await bench.type(id, { cert: first })
  await bench.type(id, { cert: second })
  expect(await kept()).toEqual(['second.pem'])
  await bench.activate(id)
  await bench.type(id, {})
  expect(await kept()).toEqual(['second.pem'])
  const { version } = await bench.admin.get(params.detail, { params: { id } })
  await bench.admin.get(params.revoke, { params: { id }, body: { version } })
  await bench.admin.get(params.remove, { params: { id } })
  expect(await kept()).toEqual(['second.pem'])
  await bench.admin.get(params.destroy, { params: { id } })
  expect(await kept()).toEqual([])
})
