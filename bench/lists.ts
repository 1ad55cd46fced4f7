import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from './console/browser.ts'
import { BareTable, type Measured, VendorList } from './console/lists.ts'
import { forget, makeFolder, signIn } from './console/pages.ts'
import { compare, inTurns } from './console/turns.ts'
import { startServer } from './harness/children.ts'
import { readNumbers } from './harness/options.ts'
import { say } from './harness/print.ts'

// A list of 10,000 records, 100 on a page, with all that stands around it, beside a bare React table
// of 100 rows that changes its texts. The records are answered within the browser: what is measured
// is the console, not the server.

const { rounds, port, rows } = readNumbers({ rounds: 5, port: 15_273, rows: 100 })
const password = 'only-for-the-benchmark-1'
const address = `http://localhost:${port}`

const folder = mkdtempSync(join(tmpdir(), 'muster-bench-lists-'))
makeFolder(join(folder, 'console'))
const server = await startServer(
  'web,gateway,worker',
  {
    PORT: String(port),
    HOST: '127.0.0.1',
    MQTT_PORT: String(port + 1),
    MUSTER_DATA: join(folder, 'data'),
    MUSTER_CONSOLE: join(folder, 'console'),
    MUSTER_ADMIN_PASSWORD: password,
    LOG_LEVEL: 'warn',
  },
  ['--demo'],
)
const browser = await openBrowser()
try {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  })
  const bare = await BareTable.open(
    await context.newPage(),
    `${address}/bare/index.html?rows=${rows}`,
  )
  const list = await VendorList.open(await signIn(context, address, password), rows)
  await measure(bare, list)
} finally {
  await browser.close()
  await server.stop()
  forget(folder)
}

async function measure(bare: BareTable, list: VendorList): Promise<void> {
  say(`\n${rows} of 10,000 rows, from the act until painted, beside a bare table that changes`)
  await each(bare, {
    'next page': () => list.turnPage(),
    'sort (read anew)': () => list.sort(),
    'one row chosen': () => list.chooseOne(),
    'the page chosen': () => list.choosePage(),
    'row after row': () => list.walk(),
    'density changed': () => list.changeDensity(),
  })
  say('\nthe same with all that match chosen')
  await list.chooseAll()
  await each(bare, { 'next page': () => list.turnPage() })
  say('\nthe same with 10,000 chosen one by one')
  await list.chooseEveryPage()
  await each(bare, { 'next page': () => list.turnPage(), 'one row chosen': () => list.chooseOne() })
  const [mine, others] = [await list.weight(), await bare.weight()]
  compare('nodes', [mine.nodes], [others.nodes])
  compare('heap, KB', [mine.heap], [others.heap])
}

async function each(
  bare: BareTable,
  acts: Readonly<Record<string, () => Promise<Measured>>>,
): Promise<void> {
  for (const [name, act] of Object.entries(acts)) {
    const found = await inTurns({ bare: () => bare.change(), list: act }, rounds)
    compare(name, found.list, found.bare)
  }
}
