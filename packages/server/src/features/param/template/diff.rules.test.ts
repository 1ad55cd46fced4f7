import { expect, it } from 'vitest'
import { changesBetween } from './diff.rules.ts'

const document = (tab: string) => ({
  files: [{ id: 'f', fileName: 'values.xml' }],
  groups: [{ id: tab, title: `Title of ${tab}` }],
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
