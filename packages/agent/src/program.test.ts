import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readText } from './disk.ts'
import { run } from './program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-program-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const shell = (script: string, seconds = 60) => ({
  run: ['sh', '-c', script, 'sh', '{file}'],
  seconds,
})
const pidIn = (file: string) => Number(readFileSync(file, 'utf8'))

/** It has ended, whether or not somebody has asked how. */
const isGone = (pid: number) =>
  expect
    .poll(() => {
      const stat = readText(`/proc/${pid}/stat`)
      return stat === null || stat.includes(') Z ')
    })
    .toBe(true)

it('answers when the program ends, and ends what that has left behind with the pipes open', async () => {
  const file = join(folder, 'pid')
  const ran = await run(shell('sleep 3600 & echo $! > "$1"; echo done; exit 3'), { file })
  expect(ran).toEqual({ code: 3, output: 'done\n' })
  await isGone(pidIn(file))
})

it('is not kept waiting by a service that has left the group of its program', async () => {
  const file = join(folder, 'pid')
  const script = 'setsid sleep 3600 & sleep 0.2; echo $! > "$1"; echo started'
  const ran = await run(shell(script), { file })
  expect(ran).toEqual({ code: 0, output: 'started\n' })
  const pid = pidIn(file)
  expect(process.kill(pid, 0)).toBe(true)
  process.kill(pid, 'SIGKILL')
})

it('ends all of a program that takes too long', async () => {
  const file = join(folder, 'pid')
  const ran = await run(shell('sleep 3600 & echo $! > "$1"; wait', 1), { file })
  expect(ran.code).toBeNull()
  await isGone(pidIn(file))
})

it('says what is wrong with a program that is not there', async () => {
  const ran = await run({ run: [join(folder, 'nothing')], seconds: 1 }, {})
  expect(ran).toEqual({ code: null, output: expect.stringContaining('ENOENT') })
})

it('keeps the end of what is said', async () => {
  const ran = await run(
    shell('for n in 1 2 3 4 5 6 7 8 9; do printf "%s" $n; sleep 0.01; done'),
    { file: '' },
    4,
  )
  expect(ran).toEqual({ code: 0, output: '6789' })
})
