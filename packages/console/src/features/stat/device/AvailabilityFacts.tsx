import type { Availability } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Facts } from '../page/Facts.tsx'
import { percentText } from '../page/percentText.ts'
import { metText } from './availabilityTexts.ts'

/** How much of the time terminals could work, and how long between two that broke. */
export function AvailabilityFacts({
  of: { share, agreed, isMet, failures, hoursBetween },
}: {
  readonly of: Availability
}) {
  return (
    <Facts
      facts={[
        {
          text: t('stat.availabilityText'),
          value: percentText(share),
        },
        ...(agreed === null
          ? []
          : [
              {
                text: t('stat.agreedText', { value: formatNumber(agreed) }),
                value: metText(isMet) ?? formatNumber(null),
              },
            ]),
        { text: t('stat.failures'), value: formatNumber(failures) },
        {
          text: t(failures === 0 ? 'stat.noFailure' : 'stat.mtbfText'),
          value:
            hoursBetween === null
              ? formatNumber(null)
              : t('stat.hours', { value: formatNumber(hoursBetween) }),
        },
      ]}
    />
  )
}
