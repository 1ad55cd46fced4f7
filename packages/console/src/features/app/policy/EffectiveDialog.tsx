import { devices, type EffectiveApp, orgApks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { codeText } from '../../device/index.ts'
import classes from './policy.module.css'
import { policyTexts, policyTones, standingTexts, standingTones } from './policyTexts.ts'

/** What of all policies holds for a terminal, and why. */
export function EffectiveDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const [deviceId, setDeviceId] = useState<string | null>(null)
  const { isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('orgApk.effectiveTitle')}
      size="80rem"
    >
      <div className={classes.dialog}>
        <RecordPicker
          of={devices}
          label={t('orgApk.terminal')}
          value={deviceId}
          onChange={setDeviceId}
        />
        {deviceId ? (
          <Effective deviceId={deviceId} />
        ) : (
          <p className={classes.hint}>{t('orgApk.chooseTerminal')}</p>
        )}
      </div>
    </DialogFrame>
  )
}

const titles = [
  'orgApk.app',
  'orgApk.policy',
  'orgApk.installed',
  'orgApk.wanted',
  'orgApk.standing',
  'orgApk.why',
] as const

function Effective({ deviceId }: { readonly deviceId: string }) {
  const found = useQuery(query(orgApks.effective, { params: { deviceId } }))
  return (
    <Loaded query={found} permission={orgApks.effective.permission}>
      {({ apps }) =>
        apps.length === 0 ? (
          <p className={classes.hint}>{t('orgApk.nothingHolds')}</p>
        ) : (
          <PlainTable
            label={t('orgApk.effectiveTitle')}
            titles={titles.map((title) => t(title))}
            rows={apps.map((app) => ({ key: app.appId, cells: cellsOf(app) }))}
          />
        )
      }
    </Loaded>
  )
}

const cellsOf = (app: EffectiveApp) => [
  <bdi key="app">{app.appName}</bdi>,
  <StatusBadge key="policy" tone={policyTones[app.policy]}>
    {t(policyTexts[app.policy])}
  </StatusBadge>,
  <bdi key="installed">{app.installedName ?? nothing}</bdi>,
  <span key="wanted">
    <bdi>{app.policy === 'PROHIBITED' ? nothing : (app.wantedName ?? nothing)}</bdi>
    {app.isReleased && ` (${t('orgApk.released')})`}
  </span>,
  <StatusBadge key="standing" tone={standingTones[app.standing]}>
    {t(standingTexts[app.standing])}
  </StatusBadge>,
  <Why key="why" app={app} />,
]

/** The code of what need not be brought: it is there. */
const has = 'I202'

function Why({ app }: { readonly app: EffectiveApp }) {
  return (
    <>
      <bdi>{nameOf(app.decidedBy)}</bdi>
      {app.heldBackBy && app.heldBackBy !== has && (
        <p className={classes.hint}>
          {t('orgApk.heldBack', { reason: codeText(app.heldBackBy) ?? app.heldBackBy })}
        </p>
      )}
      {app.overruled.length > 0 && (
        <ul className={classes.why}>
          {app.overruled.map((one) => (
            <li key={one.id}>
              {t(`orgApk.because.${one.because}`, {
                who: nameOf(one),
                policy: t(policyTexts[one.policy]),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const nameOf = ({ name, orgName }: EffectiveApp['decidedBy']): string =>
  name === null ? t('orgApk.decidedAbove') : t('orgApk.decidedBy', { name, org: orgName ?? '' })
