import { expect } from '@playwright/test'
import { test } from './people.ts'

// Runs once all tests of a kind are over.
test('an estate ends in order when it is asked to', async () => {
  const pid = Number(process.env['MUSTER_E2E_PID'])
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
