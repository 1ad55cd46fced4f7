import type { KeyEvent } from '@muster/contract'
import { Phrase } from '../../../../kit/page/Phrase.tsx'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { codeTexts } from '../../log/logTexts.ts'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'
import { keyTypeTexts } from './keyTexts.ts'

/** What came, went and changed, the newest first. */
export function KeyEvents({ events }: { readonly events: readonly KeyEvent[] }) {
  return (
    <Panel title={t('device.keys.changes')}>
      <WideTable
        label={t('device.keys.changes')}
        heads={[
          'device.key.at',
          'device.key.what',
          'device.key.slot',
          'device.key.type',
          'device.key.check',
        ]}
      >
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </WideTable>
    </Panel>
  )
}

function EventLine({ event }: { readonly event: KeyEvent }) {
  const { at, code, slot, type, from, to } = event
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      <td>{t(codeTexts[code])}</td>
      <td>
        <Ltr>{slot}</Ltr>
      </td>
      <td>{t(keyTypeTexts[type])}</td>
      <td>
        {from !== null && to !== null ? (
          <Phrase
            text={t('deviceLog.fromTo')}
            parts={{ from: <Ltr>{from}</Ltr>, to: <Ltr>{to}</Ltr> }}
          />
        ) : (
          <Ltr>{to ?? from ?? nothing}</Ltr>
        )}
      </td>
    </tr>
  )
}
