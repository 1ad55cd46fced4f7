import { deviceMessages } from '@muster/contract'
import { expect, it } from 'vitest'
import { groupsOf, reportGroups } from './reportGroups.ts'

const { information, network, location } = deviceMessages

it('shows the members of a report in their groups and leaves absent ones out', () => {
  const groups = groupsOf('info', { os: 'Android 13', isRooted: false, ramMb: null })
  expect(groups.map(({ title }) => title)).toEqual(['device.group.system', 'device.group.security'])
  expect(groups[0]?.members).toEqual([{ name: 'os', label: 'device.info.os', value: 'Android 13' }])
})

it('shows what it does not know under its own name', () => {
  const [group] = groupsOf('info', { fans: 2 })
  expect(group).toEqual({
    title: 'device.group.other',
    members: [{ name: 'fans', label: null, value: 2 }],
  })
})

it('shows a whole report of an unknown kind', () => {
  expect(groupsOf('keys', { slots: 4 })[0]?.members).toHaveLength(1)
})

it.each([
  ['info', information],
  ['net', network],
  ['loc', location],
] as const)(
  'knows every member that the contract lets a terminal report in %s',
  (kind, message) => {
    const named = reportGroups[kind].flatMap(({ members }) => members)
    // Accessories have a part of the page of their own.
    const reported = Object.keys(message.body.shape).filter((name) => name !== 'accessories')
    expect(named.toSorted()).toEqual(reported.toSorted())
    const labels = groupsOf(kind, Object.fromEntries(named.map((name) => [name, 1]))).flatMap(
      ({ members }) => members.map(({ label }) => label),
    )
    expect(labels).not.toContain(null)
  },
)
