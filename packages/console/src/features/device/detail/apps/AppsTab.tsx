import { type Device, deviceApps, type InstalledAppRow } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { formatBytes } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { AppEvents } from './AppEvents.tsx'
import { sourceText, versionText } from './appTexts.ts'

/** What the terminal says is installed on it, and what came and went. */
export function AppsTab({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const apps = useQuery({
    ...query(deviceApps.apps, { params: { id: device.id } }),
    subscribed: active,
  })
  return (
    <Loaded query={apps} permission={deviceApps.apps.permission}>
      {(known) => (
        <div className={classes.column}>
          <Panel title={t('device.apps')} aside={<Time at={known.reportedAt} />}>
            {known.apps.length === 0 ? (
              <p className={classes.quiet}>
                {t(known.reportedAt === null ? 'device.noReport' : 'device.noApps')}
              </p>
            ) : (
              <AppTable apps={known.apps} />
            )}
          </Panel>
          <AppEvents deviceId={device.id} />
        </div>
      )}
    </Loaded>
  )
}

function AppTable({ apps }: { readonly apps: readonly InstalledAppRow[] }) {
  return (
    // What scrolls must be reachable by keyboard.
    <div
      className={classes.scroller}
      role="group"
      aria-label={t('device.apps')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('device.app.package')}</th>
            <th scope="col">{t('device.app.version')}</th>
            <th scope="col">{t('device.app.source')}</th>
            <th scope="col">{t('device.app.size')}</th>
            <th scope="col">{t('device.app.first')}</th>
            <th scope="col">{t('device.app.last')}</th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <AppLine key={app.package} app={app} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AppLine({ app }: { readonly app: InstalledAppRow }) {
  return (
    <tr>
      <td>
        <Ltr>{app.package}</Ltr>{' '}
        {!app.isEnabled && <StatusBadge tone="neutral">{t('device.app.disabled')}</StatusBadge>}
      </td>
      <td>
        <Ltr>{versionText(app.versionName, app.versionCode)}</Ltr>
      </td>
      <td>{sourceText(app.source)}</td>
      <td>{formatBytes(app.bytes)}</td>
      <td>
        <Time at={app.firstInstalledAt} />
      </td>
      <td>
        <Time at={app.lastUpdatedAt} />
      </td>
    </tr>
  )
}
