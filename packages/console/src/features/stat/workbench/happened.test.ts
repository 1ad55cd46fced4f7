import type { asyncTasks, ReplyOf } from '@muster/contract'
import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { marksAt, marksOf, marksOfTasks } from './happened.ts'

beforeEach(prepareBrowser)

type Task = ReplyOf<typeof asyncTasks.mine>[number]

const task = (title: string, createdAt: string, type: Task['type'] = 'BATCH') =>
  ({ title, createdAt, type }) as Task

const tasks = [
  task('second', '2026-11-22T03:59:59.000Z'),
  task('first', '2026-11-22T03:10:00.000Z', 'IMPORT'),
  task('an export', '2026-11-22T03:20:00.000Z', 'EXPORT'),
  task('next hour', '2026-11-22T04:00:00.000Z'),
]

it.each([
  ['HOUR', '2026-11-22T03:00:00.000Z', ['first', 'second']],
  ['HOUR', '2026-11-22T02:00:00.000Z', []],
  ['DAY', '2026-11-22T00:00:00.000Z', ['first', 'second', 'next hour']],
] as const)('finds what changed something within the %s from %s', (grain, at, titles) => {
  expect(marksAt(marksOfTasks(tasks), { at, grain }).map(({ text }) => text)).toEqual(titles)
})

it('calls a release by its policy and version, and a task without a name by its command', () => {
  const one = { id: '1', at: '2026-11-22T03:10:00.000Z' }
  const marks = marksOf([
    { ...one, kind: 'RELEASE', name: 'Tills', about: '2.4' },
    { ...one, kind: 'TASK', name: '', about: 'REBOOT' },
    { ...one, kind: 'APP', name: '', about: 'iq.pay' },
  ])
  expect(marks.map(({ text, screen, query }) => [text, screen, query])).toEqual([
    ['Release: Tills 2.4', 'ORGANIZATION_APK', { keyword: 'Tills' }],
    ['Task: Reboot', 'MQTT_TASK', { push: '1' }],
    ['Application task: iq.pay', 'MQTT_APK', { push: '1' }],
  ])
})
