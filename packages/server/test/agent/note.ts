// What the agent of a test runs: adds a line to a file, and lets the machine start anew where it is told so.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [file = '', ...words] = process.argv.slice(2)
appendFileSync(file, `${JSON.stringify(words)}\n`)
const [what, bootId = ''] = words
if (what === 'reboot') writeFileSync(bootId, `boot-${process.hrtime.bigint()}\n`)
// Values that nobody can run with.
if (
  what === 'applied' &&
  readFileSync(join(words[2] ?? '', 'values.json'), 'utf8').includes('refused')
)
  process.exitCode = 1
// A version that nobody can install.
if (what === 'upgrade' && words[2] === 'broken') process.exitCode = 1
