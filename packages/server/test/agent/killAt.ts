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

/** The same function, which counts as a step. */
const stepped =
  <A extends unknown[], R>(work: (...args: A) => R): ((...args: A) => R) =>
  (...args) => {
    step()
    return work(...args)
  }

const { writeSync } = fs
// A file that is half written is what an agent finds most often.
const torn = (file: number, bytes: Uint8Array, at: number): number => {
  step()
  if (steps + 1 === last) writeSync(file, bytes, at, Math.floor((bytes.length - at) / 2))
  step()
  return writeSync(file, bytes, at)
}
Object.assign(fs, {
  writeSync: torn,
  fsyncSync: stepped(fs.fsyncSync),
  renameSync: stepped(fs.renameSync),
  rmSync: stepped(fs.rmSync),
  symlinkSync: stepped(fs.symlinkSync),
  write: stepped(fs.write),
})
Object.assign(child, { spawn: stepped(child.spawn) })
syncBuiltinESMExports()
