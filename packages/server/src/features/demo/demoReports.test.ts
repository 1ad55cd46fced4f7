import { reports } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { startTaskApp } from '../../../test/taskApp.ts'
import { jobs } from '../index.ts'
import { seedMenu } from '../system/menu/menuSeed.ts'
import { readGiver } from './apps/demoApps.ts'
import { makeDemoEstate } from './demoEstate.ts'
import { makeDemoReports } from './demoReports.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  await seedMenu(app.platform.db)
  await makeDemoEstate(app.platform.db)
  await makeDemoReports(app.platform.db, await readGiver(app.platform.db))
})
afterAll(() => app.close())

it('sends the report of each week as any other, and the one of each month when it is due', async () => {
  const work = jobs.find(({ name }) => name === 'report.send')?.work
  const read = async () => (await admin.get(reports.page, { query: {} })).list
  const [weekly, monthly] = await read()
  expect([weekly?.rhythm, monthly?.rhythm]).toEqual(['WEEKLY', 'MONTHLY'])
  for (const { nextAt } of [weekly, monthly].flatMap((one) => one ?? []))
    expect(Date.parse(nextAt)).toBeGreaterThan(Date.now())
  const runs = async () =>
    (await admin.get(reports.runs, { params: { id: weekly?.id ?? '' } })).list
  expect((await runs()).map(({ state }) => state)).toEqual(['DUE', 'SENT', 'SENT', 'SENT', 'SENT'])
  const poll = async () => {
    await work?.(app.platform)
    return (await runs())[0]?.state
  }
  await expect.poll(poll).toBe('SENT')
  const { rows } = await app.platform.pool.query(
    `select mail.subject, file.name, file.state from mail_log mail cross join file_task file
      join report_run run on run.file_id = file.id where mail.to_address = 'amal.reader@example.org'`,
  )
  expect(rows).toEqual([
    { subject: 'The estate each week', name: expect.stringMatching(/\.pdf$/), state: 'READY' },
  ])
  expect((await read()).map(({ lastState }) => lastState)).toEqual(['SENT', null])
})
