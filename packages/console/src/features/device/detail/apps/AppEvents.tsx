import { type AppEvent, deviceApps } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'
import { eventText, versionText } from './appTexts.ts'

/** What came, went and changed, the newest first. */
export function AppEvents({ deviceId }: { readonly deviceId: string }) {
  const { active } = usePage()
  const { data: events = [] } = useQuery({
    ...query(deviceApps.appEvents, { params: { id: deviceId } }),
    subscribed: active,
  })
  if (events.length === 0) return null
  return (
    <Panel title={t('device.app.changes')}>
      <WideTable
        label={t('device.app.changes')}
        heads={[
          'device.app.at',
          'device.app.what',
          'device.app.package',
          'device.app.from',
          'device.app.to',
        ]}
      >
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </WideTable>
    </Panel>
  )
}

function EventLine({ event }: { readonly event: AppEvent }) {
  return (
    <tr>
      <td>
        <Time at={event.at} />
      </td>
      <td>{eventText(event.kind)}</td>
      <td>
        <Ltr>{event.package}</Ltr>
      </td>
      <td>
        <Ltr>{versionText(event.fromName, event.fromCode)}</Ltr>
      </td>
      <td>
        <Ltr>{versionText(event.toName, event.toCode)}</Ltr>
      </td>
    </tr>
  )
}
