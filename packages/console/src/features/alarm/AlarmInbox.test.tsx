import { alarmRules, alarms } from '@muster/contract'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listSpec } from '../../../test/listSpec.tsx'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmRules } from './AlarmRules.tsx'
import { Data } from './alarmColumns.tsx'

listSpec('alarms', { Screen: AlarmInbox, page: alarms.page })
listSpec('alarm rules', { Screen: AlarmRules, page: alarmRules.page })

it('tells of an alarm what somebody can read, not the key of a record', () => {
  const { container } = render(<Data data={{ stationId: '01a2', percent: 15 }} />)
  expect(container.textContent).toBe('Battery at 15%')
})
