import { reports, type TextKey } from '@muster/contract'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  type FieldHold,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { TimeField } from '../dates/fields.tsx'
import { RecordsField } from '../form/RecordsField.tsx'

const rhythms = {
  DAILY: 'report.rhythm.DAILY',
  WEEKLY: 'report.rhythm.WEEKLY',
  MONTHLY: 'report.rhythm.MONTHLY',
} as const

const weekdays = {
  1: 'report.weekday.1',
  2: 'report.weekday.2',
  3: 'report.weekday.3',
  4: 'report.weekday.4',
  5: 'report.weekday.5',
  6: 'report.weekday.6',
  7: 'report.weekday.7',
} as const

type Named = 'name' | 'rhythm' | 'weekday' | 'monthDay' | 'clock' | 'timeZone' | 'readerIds'

const readers = { list: reports.readerList }

interface ReportFieldsProps {
  readonly field: (name: Named, label: TextKey) => FieldHold
}

/** What a report is called, when it comes and to whom. */
export function ReportFields({ field }: ReportFieldsProps) {
  const rhythm = field('rhythm', 'report.rhythm')
  const weekday = field('weekday', 'report.weekday')
  return (
    <>
      <TextField {...field('name', 'report.name')} required />
      <ChoiceField {...rhythm} options={texts(rhythms)} required />
      {rhythm.value === 'WEEKLY' && (
        <ChoiceField
          {...weekday}
          options={texts(weekdays)}
          onChange={(day) => weekday.onChange(Number(day))}
          required
        />
      )}
      {rhythm.value === 'MONTHLY' && (
        <NumberField {...field('monthDay', 'report.monthDay')} required />
      )}
      <TimeField {...field('clock', 'report.clock')} required />
      <CodeField {...field('timeZone', 'report.timeZone')} required />
      <RecordsField
        {...field('readerIds', 'report.readers')}
        of={readers}
        none={t('report.noReaders')}
        required
      />
    </>
  )
}
