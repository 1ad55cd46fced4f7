import { type AppStanding, orgApks, type StandingDevice } from '@muster/contract'
import { useState } from 'react'
import bin from '../../../kit/batch/bin.module.css'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { localState, useRows } from '../../../kit/list/useList.ts'
import page from '../../../kit/page/page.module.css'
import { ScreenLabel } from '../../../kit/page/screenLabel.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { changed } from '../../../ui/table/listState.ts'
import { DeviceLink, codeText, stateText } from '../../device/index.ts'
import classes from './policy.module.css'
import { standingTexts } from './policyTexts.ts'

interface StandingDevicesProps {
  readonly policyId: string
  readonly standing: AppStanding
}

export const columns: Columns<StandingDevice> = [
  {
    key: 'sn',
    title: 'orgApk.terminal',
    width: 156,
    render: ({ id, sn }) => <DeviceLink id={id} sn={sn} />,
  },
  { key: 'modelName', title: 'orgApk.model', width: 130 },
  { key: 'orgName', title: 'orgApk.organization', width: 150 },
  { key: 'installedName', title: 'orgApk.installed', width: 110 },
  {
    key: 'why',
    title: 'orgApk.why',
    words: 'device.code.{why}',
    render: ({ why }) => (why === null ? nothing : (codeText(why) ?? why)),
  },
  {
    key: 'lastNo',
    title: 'orgApk.lastTask',
    width: 230,
    file: [
      { key: 'lastNo', title: 'orgApk.lastTask' },
      { key: 'lastState', title: 'push.state', words: 'device.task.{lastState}' },
    ],
    render: (one) => <Last {...one} />,
  },
]

/** The terminals of one figure, and why each is among them. */
export function StandingDevices({ policyId, standing }: StandingDevicesProps) {
  const [state, setState] = useState(localState)
  const list = useRows(
    orgApks.standing,
    { fixed: { policyId, standing } },
    { state, change: (change) => setState(changed(state, change)) },
  )
  return (
    <ScreenLabel value={t(standingTexts[standing])}>
      <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
        <ActionLine list={list}>
          <ExportButton list={list} columns={columns} />
        </ActionLine>
        <DataTable list={list} columns={columns} emptyText="orgApk.noneOfThese" />
      </div>
    </ScreenLabel>
  )
}

/** The last task that the policy gave a terminal. */
function Last({ lastPushId, lastNo, lastState }: StandingDevice) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  if (lastPushId === null || lastState === null) return t('orgApk.noTask')
  return (
    <>
      {path === null ? (
        <Ltr>{lastNo}</Ltr>
      ) : (
        <a className={classes.link} href={`#${path}?push=${lastPushId}`}>
          <Ltr>{lastNo}</Ltr>
        </a>
      )}{' '}
      {stateText(lastState)}
    </>
  )
}
