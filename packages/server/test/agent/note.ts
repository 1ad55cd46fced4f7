// What the agent of a test runs: adds a line to a file, and lets the machine start anew where it is told so.
import { appendFileSync, writeFileSync } from 'node:fs'

const [file = '', ...words] = process.argv.slice(2)
appendFileSync(file, `${JSON.stringify(words)}\n`)
const [what, bootId = ''] = words
if (what === 'reboot') writeFileSync(bootId, `boot-${process.hrtime.bigint()}\n`)
// A version that nobody can install.
if (what === 'upgrade' && words[2] === 'broken') process.exitCode = 1
