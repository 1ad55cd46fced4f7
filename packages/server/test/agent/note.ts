// What the agent of a test runs: adds a line to a file, and lets the machine start anew where it is told so.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [file = '', ...words] = process.argv.slice(2)
const before = readOf(file)
appendFileSync(file, `${JSON.stringify(words)}\n`)
const [what, ...more] = words
switch (what) {
  case 'reboot':
    writeFileSync(more[0] ?? '', `boot-${process.hrtime.bigint()}\n`)
    break
  case 'applied':
    // Values that nobody can run with.
    endWell(!readOf(join(more[1] ?? '', 'values.json')).includes('refused'))
    break
  case 'upgrade':
    // A version that nobody can install.
    endWell(more[1] !== 'broken')
    break
  case 'check': {
    // A version that was installed; one of them leaves the machine unwell.
    const [version] = more
    endWell(version !== 'unwell' && before.includes(`,${JSON.stringify(version)},`))
    break
  }
  case undefined:
    break
}

function endWell(isWell: boolean): void {
  process.exitCode = isWell ? 0 : 1
}

function readOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
