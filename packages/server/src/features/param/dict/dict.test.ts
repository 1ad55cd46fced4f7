import { actionLog, codes, exportOf, paramDicts, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'

lifecycleSpec(paramDicts, {
  make: (n) => ({ pid: `net.host.${n}`, title: `Host ${n}`, dataType: 'HOST' }),
  text: 'title',
  unique: 'pid',
})

describe('the dictionary', () => {
  let app: TestApp
  let admin: TestUser

  beforeAll(async () => {
    app = await startTaskApp()
    admin = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (pid: string, more: object = {}) =>
    admin.get(paramDicts.add, { body: { pid, title: pid, dataType: 'STRING', ...more } })
  const tryAdd = (pid: string, more: object) =>
    admin.call(paramDicts.add, { body: { pid, title: pid, dataType: 'STRING', ...more } })
  const change = async (id: string, more: object) => {
    const { hasSecret: _, ...row } = await admin.get(paramDicts.detail, { params: { id } })
    const body = paramDicts.add.schemas.body.parse(
      Object.fromEntries(
        Object.entries({ ...row, ...more }).filter(
          ([key]) => key in paramDicts.add.schemas.body.shape,
        ),
      ),
    )
    return admin.call(paramDicts.update, { body: { ...body, id, version: row.version } })
  }
  const secretOf = async (id: string) =>
    (await admin.get(paramDicts.secretDefault, { params: { id } })).value

  it.each([
    [{ dataType: 'ENUM' }, 'items'],
    [{ dataType: 'TABLE' }, 'columns'],
    [{ minLength: 5, maxLength: 4 }, 'maxLength'],
    [{ dataType: 'INTEGER', minValue: 5, maxValue: 4 }, 'maxValue'],
    [{ pattern: '(?=a)' }, 'pattern'],
    [{ control: 'SWITCH' }, 'control'],
    [{ dataType: 'TABLE', columns: [{ key: 'a', title: 'A', dataType: 'ENUM' }] }, 'columns'],
    [{ dataType: 'BOOL', secret: true }, 'secret'],
    [{ dataType: 'INTEGER', maxValue: 4, defaultValue: '5' }, 'defaultValue'],
    [{ pattern: '[a-z]+', defaultValue: 'A' }, 'defaultValue'],
    [{ secret: true, maxLength: 2, secretDefault: 'long' }, 'secretDefault'],
    [{ secret: true, defaultValue: 'in clear' }, 'defaultValue'],
    [{ dependsOn: { pid: 'bad.one', value: 'x' } }, 'dependsOn'],
    [{ dependsOn: { pid: 'no.such', value: 'x' } }, 'dependsOn'],
  ])('refuses %j at the field %s', async (more, field) => {
    expect(await tryAdd('bad.one', more)).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field }] },
    })
  })

  it('takes a default that its own rules let pass, or that a variable is still to fill', async () => {
    const items = [{ value: '1', label: 'Card' }]
    expect(await add('ok.enum', { dataType: 'ENUM', items, defaultValue: '1' })).toMatchObject({
      items,
      defaultValue: '1',
    })
    await add('ok.filled', { dataType: 'INTEGER', defaultValue: '${port}' })
  })

  it('shows nothing that depends on what can never be, or on itself through others', async () => {
    const first = await add('chain.a', { dataType: 'BOOL' })
    const on = (pid: string, value = 'true') => ({ dependsOn: { pid, value } })
    expect(await tryAdd('chain.b', on('chain.a', 'maybe'))).toMatchObject({
      data: { fields: [{ field: 'dependsOn' }] },
    })
    const second = await add('chain.b', { dataType: 'BOOL', ...on('chain.a') })
    expect(await change(first.id, on('chain.b'))).toMatchObject({
      data: { fields: [{ field: 'dependsOn', message: expect.stringContaining('through') }] },
    })
    const template = await addParamTemplate(app, { pids: ['chain.a'] })
    const { rows } = await sql<{
      id: string
    }>`insert into param_assignment (name, level, org_id, app_id, template_rev_id)
      values ('Chain', 'ORG', ${app.rootId}, ${template.appId}, ${template.revId}) returning id`.execute(
      app.platform.db,
    )
    await sql`insert into param_value (owner_id, pid, value, from_rev) values (${rows[0]?.id}, 'chain.a', 'true', 1)`.execute(
      app.platform.db,
    )
    expect(await admin.get(paramDicts.used, { params: { id: first.id } })).toMatchObject({
      uses: [
        { kind: 'DICT', id: second.id, code: 'chain.b', name: 'chain.b' },
        { kind: 'TEMPLATE' },
        { kind: 'VALUE', id: rows[0]?.id, code: null },
      ],
      values: 1,
      beyond: 0,
    })
    const remove = (ids: string[]) => admin.call(paramDicts.removeMany, { body: { ids } })
    expect(await remove([first.id])).toMatchObject({ msg: expect.stringContaining('chain.b') })
    expect((await remove([first.id, second.id])).code).toBe(codes.success)
    const back = await admin.call(paramDicts.revert, { params: { id: second.id } })
    expect(back.msg).toContain('chain.a')
  })

  it('removes and restores what no stray entry depends on', async () => {
    const { id } = await add('stray.free')
    await add('stray.lost', { dataType: 'BOOL' })
    await sql`update param_dict set depends_on = '{"pid": "stray.none", "value": "true"}'
      where pid = 'stray.lost'`.execute(app.platform.db)
    const removed = await admin.call(paramDicts.removeMany, { body: { ids: [id] } })
    expect(removed.code).toBe(codes.success)
    const back = await admin.call(paramDicts.revert, { params: { id } })
    expect(back.code).toBe(codes.success)
  })

  it('shows the values and templates that name a variable, and how many its reader does not see', async () => {
    const { db } = app.platform
    const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
    const shopId = (await addOrganization(app.platform, shop)).id
    await admin.get(variables.add, {
      body: { key: 'till', type: 'TEXT', level: 'PLATFORM', value: '7' },
    })
    const template = await addParamTemplate(app, { pids: ['till.no', 'till.name'] })
    const naming = async (ownerId: string, pid: string) =>
      sql`insert into param_value (owner_id, pid, value, keys, from_rev) values (${ownerId}, ${pid}, '\${till}', '{till}', 1)`.execute(
        db,
      )
    const assignment = async (orgId: string) => {
      const { rows } = await sql<{ id: string }>`insert into param_assignment
          (name, level, org_id, app_id, template_rev_id)
        values ('One', 'ORG', ${orgId}, ${template.appId}, ${template.revId}) returning id`.execute(
        db,
      )
      return rows[0]?.id ?? ''
    }
    await naming(template.revId, 'till.name')
    await naming(await assignment(shopId), 'till.no')
    const elsewhere = await assignment(app.rootId)
    await naming(elsewhere, 'till.no')
    // What was said before is no use any more.
    await sql`insert into param_value (owner_id, pid, value, keys, from_rev, to_rev)
      values (${elsewhere}, 'till.name', 'x', '{till}', 1, 2)`.execute(db)
    const whole = await admin.get(variables.used, { params: { key: 'till' } })
    expect(whole).toMatchObject({
      uses: [
        { kind: 'TEMPLATE' },
        { kind: 'VALUE', name: 'till.no' },
        { kind: 'VALUE', name: 'till.no' },
      ],
      total: 3,
      beyond: 0,
    })
    const { list } = await admin.get(variables.page, { query: { key: 'till' } })
    expect(list).toMatchObject([{ key: 'till', references: 3 }])

    const permissions = ['GLOBAL_PARAMS_DETAIL', 'PARAM_LIST', 'PARAM_TEMPLATE_LIST']
    const teller = await signedIn(app, { orgId: shopId, permissions })
    expect(await teller.get(variables.used, { params: { key: 'till' } })).toMatchObject({
      uses: [{ kind: 'VALUE', name: 'till.no', of: 'Shop' }],
      total: 1,
      beyond: 1,
    })
    // Who may not read assignments is told none of them.
    const other = await signedIn(app, { orgId: shopId, permissions: ['GLOBAL_PARAMS_DETAIL'] })
    expect(await other.get(variables.used, { params: { key: 'till' } })).toEqual({
      uses: [],
      total: 0,
      beyond: 2,
    })
  })

  it('keeps its PID', async () => {
    const { id } = await add('fixed.pid')
    expect(await change(id, { pid: 'other.pid' })).toMatchObject({
      data: { fields: [{ field: 'pid' }] },
    })
  })

  it('seals the default of a secret, and shows it by its own call alone, which is logged', async () => {
    const { id } = await add('key.secret', { secret: true, secretDefault: 'canary-one' })
    await change(id, { title: 'Renamed' })
    expect(await secretOf(id)).toBe('canary-one')
    const row = await admin.get(paramDicts.detail, { params: { id } })
    expect(row).toMatchObject({ hasSecret: true, defaultValue: null, secretDefault: null })
    const log = await admin.get(actionLog.page, { query: { pageSize: 100 } })
    expect(JSON.stringify(log.list)).toContain('secret default')
    const clerk = await signedIn(app, { permissions: ['PARAM_DICTS_LIST', 'PARAM_DICTS_DETAIL'] })
    const answer = await clerk.call(paramDicts.secretDefault, { params: { id } })
    expect(answer.code).toBe(codes.forbidden)
    const kept = await sql<{ text: string }>`select coalesce((select string_agg(a.*::text, '')
      from action_log a), '') || (select string_agg(d.*::text, '') from param_dict_row d) as text`.execute(
      app.platform.db,
    )
    expect(kept.rows[0]?.text).not.toContain('canary-one')
  })

  it('seals at once what becomes secret, and drops what is secret no more', async () => {
    const { id } = await add('key.later', { defaultValue: 'was plain' })
    expect((await change(id, { secret: true })).code).toBe(codes.success)
    expect(await admin.get(paramDicts.detail, { params: { id } })).toMatchObject({
      hasSecret: true,
      defaultValue: null,
    })
    expect(await secretOf(id)).toBe('was plain')
    expect((await change(id, { secret: false })).code).toBe(codes.success)
    expect(await admin.get(paramDicts.detail, { params: { id } })).toMatchObject({
      hasSecret: false,
      defaultValue: null,
    })
  })

  it('moves many to another group, and tries patterns as the server reads them', async () => {
    const ids = (await Promise.all([add('group.a'), add('group.b')])).map(({ id }) => id)
    await admin.get(paramDicts.setGroup, { body: { ids, groupName: 'Network' } })
    const { total } = await admin.get(paramDicts.page, { query: { groupName: 'Network' } })
    expect(total).toBe(2)
    expect(await admin.get(paramDicts.groups, {})).toContain('Network')
    const tried = (pattern: string) =>
      admin.get(paramDicts.tryPattern, { query: { pattern, text: 'abc' } })
    expect(await tried('[a-c]+')).toEqual({ isPattern: true, matches: true })
    expect(await tried('[a-b]+')).toEqual({ isPattern: true, matches: false })
    expect(await tried('(?<!a)b')).toEqual({ isPattern: false, matches: false })
  })

  it('goes into a sheet and comes back as it was', async () => {
    const items = [
      { value: '1', label: 'Card, chip' },
      { value: '2', label: 'Cash "coins"' },
    ]
    const columns = [{ key: 'aid', title: 'AID', dataType: 'HEX', required: true }]
    await add('sheet.enum', { dataType: 'ENUM', items, required: true, titles: { ar: 'قائمة' } })
    await add('sheet.table', { dataType: 'TABLE', columns, maxRows: 3 })
    const heads = ['pid', 'title', 'dataType', 'items', 'columns', 'required', 'maxRows', 'titles']
    const query = {
      keyword: 'sheet.',
      columns: JSON.stringify(heads.map((head) => [head, head])),
      format: 'csv' as const,
    }
    const { body } = await admin.file(exportOf(paramDicts.page), { query })
    const back = () =>
      imported(admin, paramDicts.page, { content: body, aim: 'both' }).then(({ result }) => result)
    expect(await back()).toMatchObject({ same: 2, refused: 0 })
    const { list } = await admin.get(paramDicts.page, { query: { keyword: 'sheet.' } })
    const gone = list.map(({ id }) => id)
    await admin.get(paramDicts.removeMany, { body: { ids: gone } })
    expect(await back()).toMatchObject({ added: 2, refused: 0 })
    const again = await admin.get(paramDicts.page, { query: { keyword: 'sheet.' } })
    const facts = (rows: typeof list) =>
      rows.map(({ pid, items, columns, required, maxRows, titles }) => ({
        pid,
        items,
        columns,
        required,
        maxRows,
        titles,
      }))
    expect(facts(again.list)).toEqual(facts(list))
  })

  it('says in which row of a sheet what is wrong', async () => {
    const content = csv(
      ['PID', 'Type', 'Title', 'Required', 'Choices'],
      ['row.a', 'Whole number', 'A', 'yes', ''],
      ['row.b', 'Choice', 'B', 'no', ''],
      ['row.c', 'STRING', 'C', 'perhaps', '[1'],
    )
    const { result } = await imported(admin, paramDicts.page, { content, onFault: 'skip' })
    expect(result).toMatchObject({ added: 1, refused: 2 })
    expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'Choices'],
      [4, 'Choices'],
      [4, 'Required'],
    ])
  })

  it('takes entries over from a list, all or none, and says what is wrong by entry and member', async () => {
    const item = (pid: string, more: object = {}) => ({
      pid,
      title: pid,
      dataType: 'STRING' as const,
      ...more,
    })
    const take = (items: object[], aim = 'new') =>
      admin.call(paramDicts.importItems, { body: { aim, items } as never })
    const child = item('list.b', { dependsOn: { pid: 'list.a', value: 'true' } })
    const parent = item('list.a', { dataType: 'BOOL' })
    const wrong = [
      item('list.ok'),
      item('list.ok'),
      item('list.enum', { dataType: 'ENUM' }),
      item('list.lost', { dependsOn: { pid: 'no.such', value: 'x' } }),
    ]
    expect(await take(wrong)).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'items.1.pid' }, { field: 'items.2.items' }] },
    })
    expect(await take([item('list.ok'), wrong[3] ?? {}])).toMatchObject({
      data: { fields: [{ field: 'items.1.dependsOn' }] },
    })
    expect(await take([item('list.ok', { dataType: 'NOTHING' })])).toMatchObject({
      data: { fields: [{ field: 'items.0.dataType' }] },
    })
    const found = async () =>
      (await admin.get(paramDicts.page, { query: { keyword: 'list.' } })).list
    expect(await found()).toEqual([])
    expect(await take([child, parent])).toMatchObject({ data: { added: 2, changed: 0 } })
    expect(await take([parent])).toMatchObject({ data: { fields: [{ field: 'items.0.pid' }] } })
    const again = [item('list.a', { dataType: 'BOOL', title: 'First' }), item('list.c')]
    expect(await take(again, 'both')).toMatchObject({ data: { added: 1, changed: 1 } })
    expect((await found()).map(({ title }) => title).toSorted()).toEqual([
      'First',
      'list.b',
      'list.c',
    ])
    const importer = await signedIn(app, { permissions: ['PARAM_DICTS_IMPORT'] })
    const body = { aim: 'both', items: [item('list.d')] } as never
    expect((await importer.call(paramDicts.importItems, { body })).code).toBe(codes.forbidden)
  })

  it('takes over what an XML schema describes, once that was read and looked at', async () => {
    const read = (text: string) => admin.call(paramDicts.readText, { body: { text } })
    const schema = `<Schema>
      <Groups><Group><ID>G1</ID><Title>Network</Title></Group></Groups>
      <Parameters>
        <Header><Title>Server</Title><Parameter>
          <PID>xml.host</PID><DataType>String</DataType><Title>Host</Title><Length>1,64</Length>
          <Required>true</Required><Defaultvalue>pos.example</Defaultvalue><GroupID>G1</GroupID>
        </Parameter></Header>
        <Parameter><PID>xml.pin</PID><InputType>password</InputType><DataType>Number</DataType><Defaultvalue>1</Defaultvalue></Parameter>
        <Parameter><PID>not a pid</PID></Parameter>
      </Parameters></Schema>`
    const { code, data } = await read(schema)
    expect(code).toBe(codes.success)
    expect(data.items).toMatchObject([
      {
        pid: 'xml.host',
        title: 'Host',
        groupName: 'Network',
        required: true,
        minLength: 1,
        maxLength: 64,
        defaultValue: 'pos.example',
      },
      { pid: 'xml.pin', dataType: 'INTEGER', secret: true },
    ])
    expect(data.items[1]).not.toHaveProperty('defaultValue')
    expect(data.notes).toEqual([
      'xml.pin: it is secret; its default was left out',
      expect.stringContaining('not a pid'),
    ])
    const body = { items: data.items }
    const taken = await admin.get(paramDicts.importItems, { body })
    expect(taken).toEqual({ added: 2, changed: 0 })
    // Read a second time it is there, which is said as it is of JSON.
    expect(await admin.call(paramDicts.importItems, { body })).toMatchObject({
      data: { fields: [{ field: 'items.0.pid' }, { field: 'items.1.pid' }] },
    })
    const untold = await read(
      '<Schema><Parameters><Parameter><PID>a</PID></Parameter></Parameters></Schema>',
    )
    expect(untold.data.items).toEqual([{ pid: 'a', dataType: 'STRING' }])
    const entity = '<!DOCTYPE s [<!ENTITY a "b">]><Schema><Parameters/></Schema>'
    expect(await read(entity)).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('line 1'),
    })
    expect((await read('x'.repeat(700_001))).code).toBe(codes.badRequest)
    const many = Array.from({ length: 501 }, (_, n) => `<Parameter><PID>p.${n}</PID></Parameter>`)
    const whole = await read(`<Schema><Parameters>${many.join('')}</Parameters></Schema>`)
    expect(whole.data.items).toHaveLength(500)
    expect(whole.data.notes).toEqual([expect.stringContaining('500')])
  })
})
