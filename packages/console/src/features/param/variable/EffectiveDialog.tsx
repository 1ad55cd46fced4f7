import { apps, devices, effectiveVariables, type VariableInForce } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatAll, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { valueText } from '../valueText.ts'
import { sourceTexts } from './variableTexts.ts'
import classes from './variable.module.css'

/** What holds for the terminal of a serial number, for an application of it where one is named. */
export function EffectiveDialog({ dialog }: { readonly dialog: Dialog<never> }) {
  const [deviceId, setDeviceId] = useState<string | null>(null)
  const [appId, setAppId] = useState<string | null>(null)
  return (
    <DialogFrame
      looksOnly
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('variable.effective')}
      size="80rem"
    >
      <div className={classes.dialog}>
        <div className={classes.pickers}>
          <RecordPicker
            of={devices}
            label={t('variable.device')}
            value={deviceId}
            onChange={setDeviceId}
          />
          <RecordPicker of={apps} label={t('variable.app')} value={appId} onChange={setAppId} />
        </div>
        {deviceId && <Effective deviceId={deviceId} appId={appId} />}
      </div>
    </DialogFrame>
  )
}

interface EffectiveProps {
  readonly deviceId: string
  readonly appId: string | null
}

function Effective({ deviceId, appId }: EffectiveProps) {
  const found = useQuery(
    query(effectiveVariables.effective, {
      params: { deviceId },
      query: appId === null ? {} : { appId },
    }),
  )
  return (
    <Loaded query={found} permission={effectiveVariables.effective.permission}>
      {({ variables }) => (
        <PlainTable
          label={t('variable.effective')}
          titles={[
            t('variable.key'),
            t('variable.value'),
            t('variable.filled'),
            t('variable.source'),
          ]}
          rows={variables.map((one) => ({
            key: one.key,
            cells: [
              <Ltr key="key">{one.key}</Ltr>,
              <Value key="value" one={one} />,
              <Filled key="filled" one={one} />,
              <Source key="source" one={one} />,
            ],
          }))}
        />
      )}
    </Loaded>
  )
}

interface OneProps {
  readonly one: VariableInForce
}

function Value({ one: { type, value } }: OneProps) {
  if (type === 'SECRET') return <StatusBadge tone="waiting">{t('variable.secretSet')}</StatusBadge>
  return <Words>{type === 'FILE' && value !== null ? valueText(value) : value}</Words>
}

/** What it comes to, where that is another text, or what of it nobody knows. */
function Filled({ one: { type, value, filled, unknown, isTooLong } }: OneProps) {
  if (isTooLong) return <StatusBadge tone="bad">{t('variable.tooLong')}</StatusBadge>
  if (unknown.length > 0) {
    const names = formatAll([...unknown])
    return <StatusBadge tone="bad">{t('variable.unknown', { names })}</StatusBadge>
  }
  return type !== 'TEXT' || filled === value ? nothing : <Words>{filled}</Words>
}

function Source({ one: { source, of, isSeen, appName } }: OneProps) {
  const whose = isSeen ? of : t('variable.hidden')
  return (
    <bdi>{formatAll([t(sourceTexts[source]), whose, appName].filter((part) => part !== null))}</bdi>
  )
}
