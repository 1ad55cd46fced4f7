import { alarmRules, alarms } from '@muster/contract'
import { listSpec } from '../../../test/listSpec.tsx'
import { AlarmInbox } from './AlarmInbox.tsx'
import { AlarmRules } from './AlarmRules.tsx'

listSpec('alarms', { Screen: AlarmInbox, page: alarms.page })
listSpec('alarm rules', { Screen: AlarmRules, page: alarmRules.page })
