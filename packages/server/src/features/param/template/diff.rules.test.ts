import { expect, it } from 'vitest'
import { changesBetween } from './diff.rules.ts'

const document = (tab: string, title = `Title of ${tab}`) => ({
  files: [{ id: 'f', fileName: 'values.xml' }],
  groups: [{ id: tab, title }],
  headers: [],
  fields: [{ pid: 'host', label: null, groupId: tab, headerId: null, fileId: 'f' }],
  rules: [],
})

it('calls tabs, headings and files as the form does', () => {
  const told = changesBetween(document('one'), document('two')).find(({ key }) => key === 'host')
  expect(told?.members).toEqual([
    { member: 'groupId', before: 'Title of one', after: 'Title of two' },
  ])
})

it('tells of a tab that is called otherwise once, and not of each field in it', () => {
  const told = changesBetween(document('one', 'Host'), document('one', 'Hosts'))
  expect(told).toEqual([
    {
      part: 'groups',
      key: 'one',
      kind: 'changed',
      title: 'Hosts',
      members: [{ member: 'title', before: 'Host', after: 'Hosts' }],
    },
  ])
})

it('tells tabs of one title apart by their ids', () => {
  const changes = changesBetween(document('one', 'Host'), document('two', 'Host'))
  expect(changes.find(({ key }) => key === 'host')?.members).toEqual([
    { member: 'groupId', before: 'one', after: 'two' },
  ])
})
