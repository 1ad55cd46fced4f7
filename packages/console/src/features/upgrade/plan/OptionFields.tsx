import { mostPlanWindows, type PushWindow, type TextKey } from '@muster/contract'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { TimeField } from '../../../kit/dates/fields.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { CheckField, type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { ChecksField } from '../../../ui/form/moreFields.tsx'
import { dayTexts } from '../../push/index.ts'
import { memberHold, type Members, membersIn } from './memberHold.ts'
import classes from './plan.module.css'

const usualHours: PushWindow = { from: '22:00', until: '05:00', days: [1, 2, 3, 4, 5, 6, 7] }

/** When terminals are told and when they install, how fast, and what must be so on them. */
export function OptionFields(hold: FieldHold) {
  const said = membersIn(hold.value)
  const number = (name: string, label: TextKey) => memberHold(hold, name, { label })
  const check = (name: string, label: TextKey) => (
    <CheckField {...memberHold(hold, name, { label })} value={said[name] === true} />
  )
  return (
    <>
      {hold.error !== undefined && (
        <p role="alert" className={classes.fault}>
          {hold.error}
        </p>
      )}
      <p className={classes.hint}>{t('plan.localHours')}</p>
      <div className={classes.wide}>{check('blackouts', 'plan.blackouts')}</div>
      <DownloadHours {...hold} />
      <div className={classes.wide}>
        <RowsField<Members>
          {...memberHold(hold, 'installWindows', { label: 'plan.hasInstallHours' })}
          empty={usualHours}
          most={mostPlanWindows}
          add="plan.addHours"
          remove="plan.removeHours"
        >
          {(hours, change) => (
            <HoursFields {...hold} value={hours} onChange={(value) => change(membersIn(value))} />
          )}
        </RowsField>
      </div>
      <NumberField {...number('ratePerMinute', 'plan.rate')} hint={t('plan.rateHint')} />
      <NumberField {...number('rateGrowth', 'plan.rateGrowth')} />
      <NumberField {...number('meteredMb', 'plan.meteredMb')} hint={t('plan.meteredHint')} />
      <NumberField {...number('minBattery', 'plan.minBattery')} />
      <NumberField {...number('forceHours', 'plan.forceHours')} hint={t('plan.forceHint')} />
      <NumberField {...number('retries', 'plan.retries')} />
      <NumberField {...number('timeoutHours', 'plan.timeoutHours')} hint={t('plan.timeoutHint')} />
      <NumberField {...number('priority', 'plan.priority')} />
      <NumberField {...number('healthMinutes', 'plan.healthMinutes')} />
      {check('needsHealth', 'plan.needsHealth')}
      <PaymentFields {...hold} />
      {check('wifiOnly', 'plan.wifiOnly')}
      {check('charger', 'plan.charger')}
      {check('idle', 'plan.idle')}
      {check('ask', 'plan.ask')}
      {said['ask'] === true && <NumberField {...number('maxRefuse', 'plan.maxRefuse')} />}
    </>
  )
}

const usualPayments = { share: 50, base: 10, hours: 24 }

/** Whether a terminal has to take payments as usual once it has the version, and when that is judged. */
function PaymentFields(hold: FieldHold) {
  const own = memberHold(hold, 'payments', { label: 'plan.payments' })
  const has = own.value !== '' && own.value !== null
  const number = (name: string, label: TextKey, hint: TextKey) => (
    <NumberField {...memberHold(own, name, { label })} hint={t(hint)} />
  )
  return (
    <>
      <div className={classes.wide}>
        <CheckField
          {...own}
          value={has}
          onChange={(value) => own.onChange(value === true ? usualPayments : null)}
        />
      </div>
      {has && <p className={classes.hint}>{t('plan.paymentsHint')}</p>}
      {has && number('share', 'plan.paymentsShare', 'plan.paymentsShareHint')}
      {has && number('base', 'plan.paymentsBase', 'plan.paymentsBaseHint')}
      {has && number('hours', 'plan.paymentsHours', 'plan.paymentsHoursHint')}
    </>
  )
}

function DownloadHours(hold: FieldHold) {
  const own = memberHold(hold, 'downloadWindow', { label: 'plan.hasDownloadHours' })
  const has = own.value !== '' && own.value !== null
  return (
    <>
      <div className={classes.wide}>
        <CheckField
          {...own}
          value={has}
          onChange={(value) => own.onChange(value === true ? usualHours : null)}
        />
      </div>
      {has && <HoursFields {...own} />}
    </>
  )
}

function HoursFields(hold: FieldHold) {
  const days = memberHold(hold, 'days', { label: 'plan.days' })
  return (
    <>
      <TimeField {...memberHold(hold, 'from', { label: 'plan.from' })} />
      <TimeField {...memberHold(hold, 'until', { label: 'plan.until' })} />
      <ChecksField
        {...days}
        options={texts(dayTexts)}
        onChange={(chosen) => days.onChange(Array.isArray(chosen) ? chosen.map(Number) : chosen)}
      />
    </>
  )
}
