import { type Device, deviceApps, mqttApks, orgApks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Thumbnail } from '../../../../kit/image/Thumbnail.tsx'
import { usePage } from '../../../../kit/page/page.ts'
import { Loaded } from '../../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { query } from '../../../../kit/queries.ts'
import { pathOfScreen } from '../../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../../kit/session.ts'
import { addressText } from '../../../../platform/address.ts'
import { formatBytes, nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import classes from '../detail.module.css'
import { Panel } from '../Panel.tsx'
import { WideTable } from '../WideTable.tsx'
import { AppActs } from './AppActs.tsx'
import { AppEvents } from './AppEvents.tsx'
import { type AppLine, appLines } from './appLines.ts'
import { policyText, sourceText, standingText, standingTones, versionText } from './appTexts.ts'

/** What the terminal says is installed on it, and what came and went. */
export function AppsTab({ device }: { readonly device: Device }) {
  const { active } = usePage()
  const apps = useQuery({
    ...query(deviceApps.apps, { params: { id: device.id } }),
    subscribed: active,
  })
  const { data: told } = useQuery({
    ...query(orgApks.effective, { params: { deviceId: device.id } }),
    enabled: useCan(orgApks.effective.permission),
    subscribed: active,
  })
  return (
    <Loaded query={apps} permission={deviceApps.apps.permission}>
      {(known) => {
        const lines = appLines(known.apps, told)
        return (
          <div className={classes.column}>
            <Panel
              title={t('device.apps')}
              aside={
                <>
                  <BringAnother sn={device.sn} /> <Time at={known.reportedAt} />
                </>
              }
            >
              {known.apps.length === 0 && (
                <p className={classes.quiet}>
                  {t(known.reportedAt === null ? 'device.noReport' : 'device.noApps')}
                </p>
              )}
              {lines.length > 0 && <AppTable device={device} lines={lines} />}
            </Panel>
            <AppEvents deviceId={device.id} />
          </div>
        )
      }}
    </Loaded>
  )
}

/** The form of an application task, with this terminal as its target. */
function BringAnother({ sn }: Pick<Device, 'sn'>) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  const mayAdd = useCan(mqttApks.add.permission)
  if (path === null || !mayAdd) return null
  return (
    <a href={`#${addressText({ path, query: { bringTo: sn } })}`}>{t('app.onTerminal.another')}</a>
  )
}

interface AppTableProps {
  readonly device: Device
  readonly lines: readonly AppLine[]
}

function AppTable({ device, lines }: AppTableProps) {
  return (
    <WideTable
      label={t('device.apps')}
      heads={[
        'orgApk.app',
        'device.app.version',
        'orgApk.policy',
        'device.app.source',
        'device.app.size',
        'device.app.first',
        'device.app.last',
        'app.onTerminal.acts',
      ]}
    >
      {lines.map((line) => (
        <Line key={line.package} device={device} line={line} />
      ))}
    </WideTable>
  )
}

function Line({ device, line }: { readonly device: Device; readonly line: AppLine }) {
  const { installed } = line
  return (
    <tr>
      <td>
        <Named line={line} />
      </td>
      <td>
        <Ltr>{installed && versionText(installed.versionName, installed.versionCode)}</Ltr>
      </td>
      <td>
        <Held line={line} />
      </td>
      <td>{installed ? sourceText(installed.source) : nothing}</td>
      <td>{installed ? formatBytes(installed.bytes) : nothing}</td>
      <td>
        <Time at={installed?.firstInstalledAt ?? null} />
      </td>
      <td>
        <Time at={installed?.lastUpdatedAt ?? null} />
      </td>
      <td>
        <AppActs device={device} line={line} />
      </td>
    </tr>
  )
}

/** By its name, where the platform knows one; its package below. */
function Named({ line: { known, installed, package: name } }: { readonly line: AppLine }) {
  const off = installed?.isEnabled === false && (
    <StatusBadge tone="neutral">{t('device.app.disabled')}</StatusBadge>
  )
  if (!known)
    return (
      <>
        <Ltr>{name}</Ltr> {off}
      </>
    )
  return (
    <Thumbnail name={known.icon}>
      <span>
        <bdi>{known.name}</bdi> {off}
        <br />
        <small className={classes.quiet}>
          <Ltr>{name}</Ltr>
        </small>
      </span>
    </Thumbnail>
  )
}

/** What a policy asks for, and how the terminal stands to it. */
function Held({ line: { held } }: { readonly line: AppLine }) {
  if (!held) return nothing
  const { policy, standing, wantedName } = held
  const isOff = standing === 'MISSING' || standing === 'OUTDATED'
  return (
    <>
      {policyText(policy)}{' '}
      <StatusBadge tone={standingTones[standing]}>{standingText(standing)}</StatusBadge>{' '}
      {isOff && <Ltr>{wantedName}</Ltr>}
    </>
  )
}
