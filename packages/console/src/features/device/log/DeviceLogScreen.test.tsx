import { deviceLog } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { DeviceLogScreen } from './DeviceLogScreen.tsx'
import { DeviceLogTab } from './DeviceLogTab.tsx'
import { logWords } from './logWords.ts'

listSpec('the log of terminals', { Screen: DeviceLogScreen, page: deviceLog.page })

const told = (code: Parameters<typeof logWords>[0]['code'], data: Record<string, unknown>) =>
  logWords({ code, data, otherOrgName: null })

it('says what changed, from what to what, and why', () => {
  expect(told('FIRMWARE_CHANGED', { from: '1.0', to: '1.1' })).toBe(
    '\u20681.0\u2069 → \u20681.1\u2069',
  )
  expect(told('SUSPEND', { from: 'ACTIVE', to: 'SUSPENDED', reason: 'Rebuilt' })).toBe(
    '\u2068Active\u2069 → \u2068Suspended\u2069 · reason: Rebuilt',
  )
  expect(told('REPAIR_MOVED', { to: 'REPORTED' })).toBe('now Reported')
  expect(told('ALARM_RAISED', { kind: 'BATTERY' })).toBe('Battery low')
  expect(told('ALARM_CLOSED', { kind: 'BATTERY', cause: 'ENDED' })).toBe('Battery low · It is over')
})

it('names the other organisation of a move to those who may know it', () => {
  const moved = { code: 'MOVED_OUT', data: { orgId: 'x' } } as const
  expect(logWords({ ...moved, otherOrgName: 'Basra' })).toBe('to Basra')
  expect(logWords({ ...moved, otherOrgName: null })).toBe('')
})

it('leads from a terminal to the logs of its own that the menu has', () => {
  prepareBrowser()
  signInAs('all')
  answerCalls()
  useSession.setState({ menu: [menuItem('/log/files', { frontComponent: 'MANAGE_DEVICE_LOG' })] })
  show(<DeviceLogTab deviceId="00000000-0000-7000-8000-000000000001" sn="N7-000123" />)
  const link = screen.getByRole('link', { name: 'Log files' })
  expect(link.getAttribute('href')).toBe('#/log/files?keyword=N7-000123')
  expect(screen.queryByRole('link', { name: 'Live traces' })).toBeNull()
  cleanup()
})
