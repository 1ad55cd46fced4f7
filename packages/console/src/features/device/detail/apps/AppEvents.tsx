import { type AppEvent, deviceApps } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Ltr, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
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
      <div
        className={classes.scroller}
        role="group"
        aria-label={t('device.app.changes')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('device.app.at')}</th>
              <th scope="col">{t('device.app.what')}</th>
              <th scope="col">{t('device.app.package')}</th>
              <th scope="col">{t('device.app.from')}</th>
              <th scope="col">{t('device.app.to')}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </tbody>
        </table>
      </div>
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
