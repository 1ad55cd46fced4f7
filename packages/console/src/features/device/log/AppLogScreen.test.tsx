import { type AppLogEntry, appLog } from '@muster/contract'
import { expect, it } from 'vitest'
import { listSpec } from '../../../../test/listSpec.tsx'
import { changeText } from './appLogColumns.tsx'
import { AppLogScreen } from './AppLogScreen.tsx'

listSpec('the log of applications', { Screen: AppLogScreen, page: appLog.page })

const entry = { fromCode: null, fromName: null, toCode: null, toName: null }
const change = (values: Partial<typeof entry> | object) =>
  changeText({ ...entry, ...values } as AppLogEntry)

it('says from which version to which, as far as there are two', () => {
  expect(change({ toCode: 2, toName: '1.2' })).toBe('1.2 (2)')
  expect(change({ fromCode: 2, fromName: '1.2' })).toBe('1.2 (2)')
  expect(change({ fromCode: 1, fromName: '1.1', toCode: 2, toName: '1.2' })).toBe('1.1 → 1.2')
})
