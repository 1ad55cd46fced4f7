import { expect, it } from 'vitest'
import { isInformationOld } from './isInformationOld.ts'

const now = Date.UTC(2026, 0, 1, 12)
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const report = (kind: string, minutes: number) => ({ kind, reportedAt: ago(minutes) })
const task = (cmd: string, minutes: number) => ({ cmd, createdAt: ago(minutes) })

it.each([
  ['when there is none', [], [], true],
  ['when it is older than ten minutes', [report('info', 11)], [], true],
  ['not when it is younger', [report('info', 9)], [], false],
  ['whatever other reports there are', [report('net', 1)], [], true],
  ['not while another was asked for', [report('info', 60)], [task('SYNC', 5)], false],
  ['when it was asked for long ago', [report('info', 60)], [task('SYNC', 15)], true],
  ['when only other things were asked', [report('info', 60)], [task('REBOOT', 1)], true],
])('counts as old %s', (_, snapshots, tasks, expected) => {
  expect(isInformationOld({ snapshots, tasks, now })).toBe(expected)
})
