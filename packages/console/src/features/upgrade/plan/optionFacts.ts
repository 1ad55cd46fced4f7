import type { PlanOptions, TextKey } from '@muster/contract'
import { formatAll, formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { hoursText } from '../../push/index.ts'

type Words = readonly [name: string, words: string]

/** A number, or what stands for none. */
const amount = (label: TextKey, value: number | null, none: TextKey): Words => [
  t(label),
  value === null ? t(none) : formatNumber(value),
]

const count = (label: TextKey, value: number): Words => [t(label), formatNumber(value)]

const yesNo = (label: TextKey, is: boolean): Words => [t(label), t(is ? 'kit.yes' : 'kit.no')]

function hours(label: TextKey, windows: PlanOptions['installWindows']): Words {
  if (windows.length === 0) return [t(label), t('plan.anyHour')]
  return [t(label), `${formatAll(windows.map(hoursText))}. ${t('plan.localHours')}`]
}

/** How a plan brings terminals their version, each option with what it stands at. */
export const optionFacts = (options: PlanOptions): readonly Words[] => [
  hours('plan.downloadHours', options.downloadWindow ? [options.downloadWindow] : []),
  hours('plan.installHours', options.installWindows),
  yesNo('plan.blackouts', options.blackouts),
  amount('plan.rate', options.ratePerMinute, 'plan.rateAll'),
  count('plan.rateGrowth', options.rateGrowth),
  yesNo('plan.wifiOnly', options.wifiOnly),
  amount('plan.meteredMb', options.meteredMb, 'plan.noLimit'),
  amount('plan.minBattery', options.minBattery, 'plan.versionSays'),
  yesNo('plan.charger', options.charger),
  yesNo('plan.idle', options.idle),
  yesNo('plan.ask', options.ask),
  ...(options.ask ? [amount('plan.maxRefuse', options.maxRefuse, 'plan.noLimit')] : []),
  amount('plan.forceHours', options.forceHours, 'plan.never'),
  count('plan.retries', options.retries),
  amount('plan.timeoutHours', options.timeoutHours, 'plan.systemSays'),
  count('plan.priority', options.priority),
  count('plan.healthMinutes', options.healthMinutes),
  yesNo('plan.needsHealth', options.needsHealth),
  [t('plan.payments'), paymentWords(options.payments)],
]

function paymentWords(payments: PlanOptions['payments']): string {
  if (payments === null) return t('plan.paymentsNone')
  const { share, base, hours: most } = payments
  return t('plan.paymentsSays', {
    share: formatPercent(share / 100),
    base: formatNumber(base),
    hours: formatNumber(most),
  })
}
