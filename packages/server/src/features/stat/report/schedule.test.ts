import { expect, it } from 'vitest'
import { latestRun, nextRun, runBefore, type Schedule } from './schedule.ts'

const next = (schedule: Partial<Schedule>, after: string): string =>
  new Date(
    nextRun(
      {
        rhythm: 'DAILY',
        weekday: 1,
        monthDay: 1,
        clock: '07:00',
        timeZone: 'Asia/Baghdad',
        ...schedule,
      },
      Date.parse(after),
    ),
  ).toISOString()

it.each<[string, Partial<Schedule>, string, string]>([
  ['today, before its time', {}, '2026-11-20T03:59:00Z', '2026-11-20T04:00:00.000Z'],
  ['tomorrow, at its very time', {}, '2026-11-20T04:00:00Z', '2026-11-21T04:00:00.000Z'],
  [
    'on its day of the week',
    { rhythm: 'WEEKLY', weekday: 7 },
    '2026-11-20T12:00:00Z',
    '2026-11-22T04:00:00.000Z',
  ],
  [
    'on its day of the month',
    { rhythm: 'MONTHLY', monthDay: 15 },
    '2026-11-20T12:00:00Z',
    '2026-12-15T04:00:00.000Z',
  ],
  [
    'where the clocks go forward, an hour later',
    { timeZone: 'Europe/Berlin', clock: '02:30' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'where they go back, the first time',
    { timeZone: 'Europe/Berlin', clock: '02:30' },
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'in a zone that is a day ahead',
    { timeZone: 'Pacific/Kiritimati', clock: '00:10' },
    '2026-11-20T11:00:00Z',
    '2026-11-21T10:10:00.000Z',
  ],
])('a report comes %s', (_, schedule, after, at) => {
  expect(next(schedule, after)).toBe(at)
})

it.each<[Schedule['rhythm'], string, string]>([
  ['DAILY', '02:30', 'Europe/Berlin'],
  ['DAILY', '00:00', 'Africa/Cairo'],
  ['DAILY', '02:10', 'Australia/Lord_Howe'],
  ['WEEKLY', '07:00', 'America/New_York'],
  ['MONTHLY', '07:00', 'Europe/Berlin'],
])(
  'a report is about what has come since the one before: %s at %s in %s',
  (rhythm, clock, timeZone) => {
    const schedule = { rhythm, clock, timeZone, weekday: 7, monthDay: 28 }
    let before = nextRun(schedule, Date.parse('2026-01-01T00:00:00Z'))
    for (let at = before; at < Date.parse('2027-01-01T00:00:00Z'); before = at) {
      at = nextRun(schedule, before)
      expect(runBefore(schedule, at)).toBe(before)
    }
  },
)

it('a report that nobody sent for days is about all of them', () => {
  const daily = {
    rhythm: 'DAILY',
    clock: '07:00',
    timeZone: 'UTC',
    weekday: 1,
    monthDay: 1,
  } as const
  const [due, now] = [Date.parse('2026-11-20T07:00:00Z'), Date.parse('2026-11-23T06:59:00Z')]
  expect(new Date(latestRun(daily, due, now)).toISOString()).toBe('2026-11-22T07:00:00.000Z')
  expect(latestRun(daily, due, due)).toBe(due)
})
