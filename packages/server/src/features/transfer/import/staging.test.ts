import { randomBytes } from 'node:crypto'
import { vendors } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { begin, csv, imported, taskEnd, upload } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { sharedTexts, workbook } from '../../../../test/workbook.ts'
import { beforeAll as fromStart, nextRows, readEnded, stageRows } from './staging.queries.ts'

let app: TestApp
let user: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('takes no more rows at a time than their bytes allow, and one at least', async () => {
  const { db } = app.platform
  const content = csv(['code', 'name'], ['PRT1', 'Portion'])
  const { task } = await imported(user, vendors.page, { content, mode: 'check' })
  const rows = [2, 3, 4, 5, 6].map((number) => ({
    number,
    key: `k${number}`,
    parentKey: null,
    // However well it would be packed.
    cells: { remark: 'x'.repeat(10_000) },
  }))
  await stageRows(db, task.id, rows)
  const numbers = async (portion: { limit: number; bytes?: number }) => {
    const next = await nextRows(db, task.id, { after: fromStart, ...portion })
    const ended = await readEnded(db, task.id, { after: 0, ...portion })
    expect(ended.map(({ number }) => number)).toEqual(next.map(({ number }) => number))
    return next.map(({ number }) => number)
  }
  expect(await numbers({ limit: 100 })).toEqual([2, 3, 4, 5, 6])
  expect(await numbers({ limit: 2 })).toEqual([2, 3])
  expect(await numbers({ limit: 100, bytes: 25_000 })).toEqual([2, 3, 4])
  expect(await numbers({ limit: 100, bytes: 1 })).toEqual([2])
  const last = { after: { depth: 0, number: 4 }, limit: 100, bytes: 25_000 }
  expect((await nextRows(db, task.id, last)).map(({ number }) => number)).toEqual([5, 6])
})

it('makes one result sheet, also where its worker is gone before the run is closed', async () => {
  const { db } = app.platform
  await sql`create function hold_open() returns trigger language plpgsql as
    $$ begin raise exception 'gone'; end $$`.execute(db)
  await sql`create trigger hold_open before update on import_run for each row
    when (new.phase = 'DONE') execute function hold_open()`.execute(db)
  const { data } = await upload(user, csv(['code', 'name'], ['ONE1', 'One sheet']))
  const taskId = await begin(user, vendors.page, { fileId: data.fileId })
  const taskOf = async () => {
    const { rows } = await sql<{ state: string; attempts: number; waits: boolean }>`
      select state, attempts, run_at > now() as waits from async_task
      where id = ${taskId}`.execute(db)
    return rows[0]
  }
  await expect
    .poll(taskOf, { timeout: 60_000 })
    .toEqual({ state: 'QUEUED', attempts: 1, waits: true })
  const sheets = async () => {
    const { rows } = await sql<{ state: string }>`select state from file_task
      where task_id = ${taskId}`.execute(db)
    return rows.map(({ state }) => state)
  }
  expect(await sheets()).not.toContain('READY')
  await sql`drop function hold_open cascade`.execute(db)
  await sql`update async_task set run_at = now() where id = ${taskId}`.execute(db)
  expect(await taskEnd(user, taskId)).toMatchObject({ state: 'SUCCESS', done: 1 })
  expect(await sheets()).toEqual(['READY'])
})

it('keeps of a text that stands in every cell no more than is refused', async () => {
  const fields = ['code', 'name', 'contact', 'email', 'phone', 'website', 'address', 'remark']
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (n: number) => `<row>${cell(`LNG${n}`)}${'<c t="s"><v>0</v></c>'.repeat(7)}</row>`
  const rows = `<row>${fields.map(cell).join('')}</row>${[1, 2, 3].map(row).join('')}`
  const content = await workbook(rows, sharedTexts([`<t>${'long'.repeat(8000)}</t>`]))
  const { task, result } = await imported(user, vendors.page, {
    content,
    name: 'long.xlsx',
    onFault: 'skip',
  })
  expect(task).toMatchObject({ state: 'PARTIAL', done: 0, failed: 3 })
  expect(result.faults).toHaveLength(21)
  expect(result.faults[0]).toMatchObject({ column: 'name', message: 'At most 64 characters' })
  const { rows: kept } = await sql<{ most: number }>`select max(octet_length(cells::text)) as most
    from import_row where task_id = ${task.id}`.execute(app.platform.db)
  expect(kept[0]?.most).toBeLessThan(10_000)
})

it('names a row whose number or key no sheet could have, in place of falling over it', async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (code: string, name: string, r = '') => `<row${r}>${cell(code)}${cell(name)}</row>`
  // Not to be packed, as an index would do with what repeats itself.
  const long = randomBytes(10_000).toString('hex')
  const rows = [
    row('code', 'name'),
    row('FAR1', 'Far', ' r="3000000000"'),
    row(long, 'Long'),
    row(`${long.slice(0, -1)}x`, 'Longer'),
  ]
  const { task, result } = await imported(user, vendors.page, {
    content: await workbook(rows.join('')),
    name: 'far.xlsx',
    onFault: 'skip',
  })
  expect(task).toMatchObject({ state: 'PARTIAL', done: 1, failed: 2 })
  expect(result.faults).toMatchObject([
    { row: 3, column: 'code', message: 'At most 64 characters' },
    { row: 4, column: 'code', message: 'At most 64 characters' },
  ])
})
