import { asyncTasks, codes, organizations, users } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported, importTo, taskEnd } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const said = (faults: readonly { row: number; column: string | null; message: string }[]) =>
  faults.map(({ row, column, message }) => [row, column, message])

/** What the action log says of a batch of an import. */
async function logged(taskId: string) {
  const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after
    from action_log where request_id = ${taskId} order by at, id`.execute(app.platform.db)
  return rows
}

describe('an import of organisations', () => {
  const heading = ['code', 'name', 'type', 'parentId', 'contact']

  it('finds parents in the same file, whatever the order of the rows', async () => {
    const content = csv(
      heading,
      ['shop-1', 'Shop 1', 'agent', 'bank-1', ''],
      ['till-1', 'Till 1', 'MERCHANT_GROUP', 'SHOP-1', ''],
      ['bank-1', 'Bank 1', 'BANK', 'platform', ''],
    )
    for (const mode of ['check', 'apply'] as const) {
      const { result } = await imported(user, organizations.page, { content, mode })
      expect(result).toMatchObject({ rows: 3, added: 3, refused: 0, faults: [] })
    }
    const page = await user.get(organizations.page, { query: { name: 'Till 1' } })
    expect(page.list).toMatchObject([{ parentName: 'Shop 1', level: 4 }])
  })

  it('calls an entry of the log by the one record that it is about', async () => {
    const row = (code: string, contact: string) => [
      code,
      `The ${code}`,
      'AGENT',
      'platform',
      contact,
    ]
    const named = async (aim: 'new' | 'existing', ...rows: readonly (readonly string[])[]) => {
      const wish = { content: csv(heading, ...rows), aim }
      const { task } = await imported(user, organizations.page, wish)
      return (await logged(task.id)).map(({ after }) => (after as { name?: string }).name)
    }
    expect(await named('new', row('one-1', 'a'))).toEqual(['The one-1'])
    expect(await named('new', row('one-2', 'a'), row('one-3', 'a'))).toEqual([undefined])
    const changed = await named('existing', row('one-1', 'b'), row('one-2', 'a'))
    expect(changed).toEqual(['The one-1'])
  })

  it('keeps what a hundred of them said before in an entry of the log, whatever they are called', async () => {
    const codes = Array.from({ length: 130 }, (_, n) => `token-${n}`)
    const rows = (contact: string) =>
      codes.map((code) => [code, `Token ${code}`, 'AGENT', 'platform', contact])
    await imported(user, organizations.page, { content: csv(heading, ...rows('Before')) })
    const wish = { content: csv(heading, ...rows('After')), aim: 'existing' } as const
    const { task } = await imported(user, organizations.page, wish)
    const entries = await logged(task.id)
    const before = Object.assign({}, ...entries.map((one) => one.before))
    expect(before).toEqual(
      Object.fromEntries(
        codes.map((code, place) => [`${place + 2} Token ${code}`, { contact: 'Before' }]),
      ),
    )
    for (const one of entries) expect(Object.keys(one.before ?? {}).length).toBeLessThanOrEqual(100)
  })

  it('refuses rows that lie below themselves or below a refused one', async () => {
    const content = csv(
      heading,
      ['ring-a', 'Ring A', 'AGENT', 'ring-b', ''],
      ['ring-b', 'Ring B', 'AGENT', 'ring-a', ''],
      ['good-1', 'Good', 'NOTHING', 'platform', ''],
      ['below-1', 'Below', 'AGENT', 'good-1', ''],
      ['lost-1', 'Lost', 'AGENT', 'nowhere', ''],
    )
    for (const mode of ['check', 'apply'] as const) {
      const { result } = await imported(user, organizations.page, {
        content,
        mode,
        onFault: 'skip',
      })
      expect(said(result.faults)).toEqual([
        [2, 'parentId', 'A record cannot lie below itself'],
        [3, 'parentId', 'A record cannot lie below itself'],
        [4, 'type', expect.stringMatching(/^Not one of the choices: .*AGENT/)],
        [5, 'parentId', 'The record above it in this file was refused'],
        [6, 'parentId', 'This record does not exist'],
      ])
    }
  })

  it('lets refused rows have another try when what they lacked is there', async () => {
    const content = csv(
      heading,
      ['late-1', 'Late', 'AGENT', 'later', ''],
      ['now-1', 'Now', 'AGENT', 'platform', ''],
    )
    const { task } = await imported(user, organizations.page, { content, onFault: 'skip' })
    expect(task).toMatchObject({ state: 'PARTIAL', done: 1, failed: 1 })
    const items = await user.get(asyncTasks.items, { params: { id: task.id }, query: {} })
    expect(items.list).toMatchObject([
      { number: 2, key: 'late-1', message: 'Parent organisation: This record does not exist' },
    ])
    const body = {
      name: 'Later',
      code: 'later',
      type: 'BANK',
      contact: '',
      parentId: app.rootId,
    } as const
    await user.get(organizations.add, { body })
    await user.get(asyncTasks.retry, { params: { id: task.id }, query: { scope: 'failed' } })
    expect(await taskEnd(user, task.id)).toMatchObject({ state: 'SUCCESS', done: 1, failed: 0 })
    const result = await user.get(importTo(organizations.page).calls.result, {
      params: { id: task.id },
    })
    expect(result).toMatchObject({ rows: 1, added: 1, refused: 0 })
  })
})

describe('an import of people', () => {
  const heading = ['userName', 'realName', 'email', 'orgId', 'roleIds']

  const addRole = async (code: string, buttonCode: string) => {
    const { rows } = await sql<{ id: string }>`insert into role (code, name, org_id, inheritable)
      values (${code}, ${code}, ${app.rootId}, true) returning id`.execute(app.platform.db)
    await sql`insert into data_scope (role_id, kind) values (${rows[0]?.id}, 'OWN_ORG')`.execute(
      app.platform.db,
    )
    await sql`insert into menu (menu_type, menu_name, button_code) values (2, ${buttonCode}, ${buttonCode})
      on conflict do nothing`.execute(app.platform.db)
    await sql`insert into role_menu (role_id, menu_id)
      select ${rows[0]?.id}, id from menu where button_code = ${buttonCode}`.execute(
      app.platform.db,
    )
  }

  it('invites each of them, and grants no role whose rights the caller lacks', async () => {
    await addRole('viewer', 'VENDOR_LIST')
    await addRole('eraser', 'VENDOR_DESTROY')
    const clerk = await signedIn(app, {
      permissions: ['USER_IMPORT', 'USER_ADD', 'VENDOR_LIST', 'ASYNCTASK_LIST'],
    })
    const content = csv(
      heading,
      ['imp.one', 'Import One', 'one@example.org', 'platform', 'viewer'],
      ['imp.two', 'Import Two', 'two@example.org', 'platform', 'viewer, eraser'],
      ['imp.three', 'Import Three', 'one@example.org', 'platform', 'Viewer'],
      ['imp.four', 'Import Four', 'four@example.org', 'platform', ''],
    )
    const { result } = await imported(clerk, users.page, { content, onFault: 'skip' })
    expect(result).toMatchObject({ added: 1, refused: 3 })
    expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, null],
      [4, 'email'],
      [5, 'roleIds'],
    ])
    const page = await user.get(users.page, { query: { keyword: 'imp.' } })
    expect(page.list).toMatchObject([
      { userName: 'imp.one', state: 'INVITED', roleNames: ['viewer'] },
    ])
    const { rows: mails } =
      await sql`select to_address from mail_log where template = 'INVITE'`.execute(app.platform.db)
    expect(mails).toEqual([{ toAddress: 'one@example.org' }])
  })

  it('keeps in the action log what the accounts that it changed said before', async () => {
    const row = (userName: string, realName: string) => [
      userName,
      realName,
      'log@example.org',
      'platform',
      'viewer',
    ]
    const first = csv(heading, row('log.one', 'Before'))
    expect((await imported(user, users.page, { content: first })).result).toMatchObject({
      added: 1,
    })
    const content = csv(heading, row('log.one', 'After'), row('nobody', 'Nobody'))
    const wish = { content, aim: 'existing', onFault: 'skip' } as const
    const { task, result } = await imported(user, users.page, wish)
    expect(result).toMatchObject({ changed: 1, refused: 1 })
    expect(await logged(task.id)).toEqual([
      {
        before: { '2 log.one': { realName: 'Before' } },
        after: {
          name: 'log.one',
          added: 0,
          changed: 1,
          same: 0,
          refused: 1,
          '2 log.one': { realName: 'After' },
        },
      },
    ])
  })

  it('is checked without a mail, and is nobody else’s to read', async () => {
    const content = csv(heading, [
      'chk.one',
      'Check One',
      'check@example.org',
      'platform',
      'viewer',
    ])
    const { task, result } = await imported(user, users.page, { content, mode: 'check' })
    expect(result).toMatchObject({ added: 1, refused: 0 })
    const { rows } = await sql`select from mail_log where to_address = 'check@example.org'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([])
    const other = await signedIn(app, { isSuperAdmin: true })
    const params = { id: task.id }
    expect((await other.call(importTo(users.page).calls.result, { params })).code).toBe(
      codes.notFound,
    )
  })
})
