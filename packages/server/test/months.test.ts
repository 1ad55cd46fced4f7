import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { logsWithoutMonths } from '../src/features/device/event/months.ts'
import { prepareDatabase } from '../src/bin/prepare.ts'
import { createPreparedDatabase } from './prepared.ts'

it('a start makes the months that nobody made of an installation that stood still', async () => {
  const { url, drop } = await createPreparedDatabase()
  onTestFinished(drop)
  const client = new Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const start = () =>
    prepareDatabase({ databaseUrl: url, adminPassword: null, say: () => undefined })
  expect(await logsWithoutMonths(client)).toEqual([])
  const { rows } = await client.query<{ name: string }>(`select relname as name
    from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r'
      and relname ~ '^(device_.*|push_report|push_item)_[0-9]{4}_[0-9]{2}$' order by relname desc`)
  for (const { name } of rows) await client.query(`drop table ${name}`)
  expect(await logsWithoutMonths(client)).toHaveLength(6)
  await Promise.all([start(), start()])
  expect(await logsWithoutMonths(client)).toEqual([])
})
