import { alarms, repairs } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deviceOf } from '../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { OpenAlarmsOf, OpenTicketOf, ParamStandOf, SecurityOf } from './Stand.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const troubled = deviceOf(1, {
  openAlarms: 2,
  worstSeverity: 'CRITICAL',
  repairId: '019a0000-0000-7000-8000-000000000077',
  repairNo: 'RP20260101-0007',
  repairState: 'RECEIVED',
})

it('leads from open alarms and from the ticket to where they are', () => {
  signInAs([alarms.page.permission, repairs.page.permission])
  show(
    <>
      <OpenAlarmsOf {...troubled} />
      <OpenTicketOf {...troubled} />
    </>,
  )
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(address('2, worst: Critical')).toBe(`#/device/detail/${troubled.id}?tab=alarms`)
  expect(address('RP20260101-0007')).toBe('#/device/repair?state=OPEN&sn=TEST-0001')
  screen.getByText('Received at the depot')
})

it('tells who may not read them how many there are, and leads nowhere', () => {
  signInAs([])
  show(
    <>
      <OpenAlarmsOf {...troubled} />
      <OpenTicketOf {...troubled} />
    </>,
  )
  screen.getByText('2, worst: Critical')
  screen.getByText('RP20260101-0007')
  expect(screen.queryByRole('link')).toBeNull()
})

it('names each thing that is wrong with its security, and counts what was changed', () => {
  show(
    <>
      <SecurityOf security={['TAMPERED', 'CLONE_SUSPECT']} />
      <ParamStandOf paramStand="DRIFT" driftedApps={3} />
    </>,
  )
  for (const text of ['Tampered with', 'May be a copy', 'Changed on the terminal: 3'])
    expect(screen.getByText(text)).toBeTruthy()
})
