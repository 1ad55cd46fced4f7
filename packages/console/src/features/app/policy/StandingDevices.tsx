import { type AppStanding, orgApks, type StandingDevice } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { DeviceLink, codeText, stateText } from '../../device/index.ts'
import classes from './policy.module.css'
import { standingTexts } from './policyTexts.ts'

interface StandingDevicesProps {
  readonly policyId: string
  readonly standing: AppStanding
}

/** The terminals of one figure, and why each is among them; the next ones on demand. */
export function StandingDevices({ policyId, standing }: StandingDevicesProps) {
  const [before, setBefore] = useState<readonly StandingDevice[]>([])
  const after = before.at(-1)?.deviceId
  const found = useQuery(
    query(orgApks.standing, {
      params: { id: policyId, standing },
      query: after === undefined ? {} : { after },
    }),
  )
  const pushPath = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  const titles = ['terminal', 'model', 'organization', 'installed', 'why', 'lastTask'] as const
  const rowsOf = (list: readonly StandingDevice[]) =>
    [...before, ...list].map((one) => ({ key: one.deviceId, cells: cellsOf(one, pushPath) }))
  return (
    <Loaded query={found} permission={orgApks.standing.permission}>
      {({ list, hasMore }) =>
        before.length + list.length === 0 ? (
          <p className={classes.hint}>{t('orgApk.noneOfThese')}</p>
        ) : (
          <>
            <PlainTable
              label={t(standingTexts[standing])}
              titles={titles.map((title) => t(`orgApk.${title}`))}
              rows={rowsOf(list)}
            />
            {hasMore && (
              <Button variant="default" onClick={() => setBefore([...before, ...list])}>
                {t('orgApk.showMore')}
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}

const cellsOf = (one: StandingDevice, pushPath: string | null) => [
  <DeviceLink key="sn" id={one.deviceId} sn={one.sn} />,
  <bdi key="model">{one.modelName}</bdi>,
  <bdi key="org">{one.orgName}</bdi>,
  <bdi key="installed">{one.installedName ?? nothing}</bdi>,
  whyOf(one),
  <Last key="last" last={one.last} path={pushPath} />,
]

/** Codes that say no more than the table does: it is there, or its task is under way. */
const plain: ReadonlySet<string> = new Set(['I202', 'S607'])

/** What keeps the version from it now; else what its last task ended with. */
function whyOf({ heldBackBy, last }: StandingDevice): string {
  const code = heldBackBy !== null && !plain.has(heldBackBy) ? heldBackBy : (last?.code ?? null)
  return code === null ? nothing : (codeText(code) ?? code)
}

function Last({
  last,
  path,
}: {
  readonly last: StandingDevice['last']
  readonly path: string | null
}) {
  if (!last) return t('orgApk.noTask')
  const { pushId, taskNo, state } = last
  return (
    <>
      {path === null ? (
        <Ltr>{taskNo}</Ltr>
      ) : (
        <a className={classes.link} href={`#${path}?push=${pushId}`}>
          <Ltr>{taskNo}</Ltr>
        </a>
      )}{' '}
      {stateText(state)}
    </>
  )
}
