import { devices, groups, organizations } from '@muster/contract'
import { useState } from 'react'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RecordsField } from '../../../kit/form/RecordsField.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { CheckField, ChoiceField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { FilterField, filterIn, Preview, useEstatePreview } from '../../device/filter/index.ts'
import { wayTexts } from '../pushTexts.ts'
import classes from './form.module.css'
import { serialsOf } from './pushValues.ts'
import type { PushFormHold } from './usePushForm.ts'

interface FieldsProps {
  readonly form: PushFormHold
}

interface TargetFieldsProps extends FieldsProps {
  /** Whether it may be for terminals, too, that come to a group later. */
  readonly mayGrow: boolean
}

/** Which terminals are meant, in one of the ways. */
export function TargetFields({ form, mayGrow }: TargetFieldsProps) {
  const { way, ids } = form.values
  const mayList = useCan(devices.list.permission)
  // Those that were chosen in a list may be thousands: they are counted, not named.
  const [chosen] = useState(Array.isArray(ids) ? ids.length : 0)
  const ways = (['sns', 'ids', 'groupId', 'orgId', 'filter'] as const).filter(
    (one) => one !== 'ids' || chosen > 0 || mayList,
  )
  return (
    <>
      <ChoiceField
        {...form.field('way', 'push.givenAs')}
        required
        options={Object.fromEntries(ways.map((one) => [one, t(wayTexts[one])]))}
      />
      {way === 'sns' && <Serials form={form} />}
      {way === 'ids' &&
        (chosen > 0 ? (
          <p className={classes.said}>{t('push.chosen', { count: chosen })}</p>
        ) : (
          <RecordsField
            {...form.field('ids', 'push.way.ids')}
            of={devices}
            required
            none={t('push.chosen', { count: 0 })}
          />
        ))}
      {way === 'groupId' && (
        <>
          <RecordField {...form.field('groupId', 'push.way.groupId')} of={groups} required />
          {mayGrow && <CheckField {...form.field('growing', 'push.growing')} />}
        </>
      )}
      {way === 'orgId' && (
        <RecordField {...form.field('orgId', 'push.way.orgId')} of={organizations} required />
      )}
      {way === 'filter' && <ByFilter form={form} />}
    </>
  )
}

function Serials({ form }: FieldsProps) {
  const { sns } = form.values
  const count = serialsOf(sns).length
  const hint = count === 0 ? t('push.snsNone') : t('push.snsHint', { count })
  return <LinesField {...form.field('sns', 'push.way.sns')} required hint={hint} />
}

function ByFilter({ form }: FieldsProps) {
  const preview = useEstatePreview(filterIn(form.values['filter']))
  return (
    <>
      <FilterField {...form.field('filter', 'push.way.filter')} />
      <div className={classes.wide}>
        <Preview {...preview} />
      </div>
    </>
  )
}
