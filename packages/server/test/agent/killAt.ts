// Loaded before a program: the power fails at its nth step that others can see, or that the disk keeps.
import child from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const last = Number(process.env['KILL_AT'])
let steps = 0

function step(): void {
  steps += 1
  if (steps === last) process.kill(process.pid, 'SIGKILL')
}

type Work = (...args: never[]) => unknown

function before<T extends object, K extends keyof T>(owner: T, name: K): void {
  const work = owner[name] as Work
  const stepped = (...args: never[]) => {
    step()
    return work(...args)
  }
  owner[name] = Object.assign(stepped, work) as T[K]
}

const { writeSync } = fs
// A file that is half written is what an agent finds most often.
fs.writeSync = ((file: number, bytes: Uint8Array, at: number) => {
  step()
  if (steps + 1 === last) writeSync(file, bytes, at, Math.floor((bytes.length - at) / 2))
  step()
  return writeSync(file, bytes, at)
}) as typeof fs.writeSync
for (const name of ['fsyncSync', 'renameSync', 'rmSync', 'symlinkSync', 'write'] as const)
  before(fs, name)
before(child, 'spawn')
syncBuiltinESMExports()
