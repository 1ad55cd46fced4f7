import type { AccessoryEvent } from '@muster/contract'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { DeviceLink } from '../../facts/DeviceLink.tsx'
import { codeTexts } from '../../log/logTexts.ts'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'
import { accessoryTexts } from './accessoryTexts.ts'

/** What came, went and changed, the newest first. */
export function AccessoryEvents({ events }: { readonly events: readonly AccessoryEvent[] }) {
  return (
    <Panel title={t('device.accessories.changes')}>
      <WideTable
        label={t('device.accessories.changes')}
        heads={[
          'device.accessory.at',
          'device.accessory.what',
          'device.accessory.kind',
          'device.accessory.sn',
          'device.accessory.firmware',
          'device.accessory.other',
        ]}
      >
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </WideTable>
    </Panel>
  )
}

function EventLine({ event }: { readonly event: AccessoryEvent }) {
  const { at, code, kind, sn, from, to, otherId, otherSn } = event
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      <td>{t(codeTexts[code])}</td>
      <td>{t(accessoryTexts[kind])}</td>
      <td>
        <Ltr>{sn}</Ltr>
      </td>
      <td>
        {from === null && to === null
          ? nothing
          : t('deviceLog.fromTo', { from: from ?? nothing, to: to ?? nothing })}
      </td>
      <td>
        {otherId !== null && otherSn !== null ? <DeviceLink id={otherId} sn={otherSn} /> : nothing}
      </td>
    </tr>
  )
}
