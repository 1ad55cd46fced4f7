import { models, type UpgradePart, type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import classes from '../upgrade.module.css'
import type { TerminalWay } from './terminalWay.ts'
import { partOf, partOptions, partTexts } from './versionTexts.ts'

interface PathDialogProps {
  readonly dialog: Dialog<UpgradeVersion>
  /** Null: it is of no terminal. */
  readonly way: TerminalWay | null
}

/** Shows how a terminal of a model comes from one version to another. */
export function PathDialog({ dialog, way }: PathDialogProps) {
  const { isOpen, close, record } = dialog
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={t('upgradeVersion.path')} size="lg">
      {isOpen && <PathForm to={record} way={way} />}
    </DialogFrame>
  )
}

interface Asked {
  readonly modelId: string | null
  readonly kind: UpgradePart
  readonly from: string
  readonly to: string
  readonly agent: string
  readonly hardware: string
  /** The terminal whose own words stand for what is not said. */
  readonly deviceId: string | null
}

interface PathFormProps {
  readonly to: UpgradeVersion | null
  readonly way: TerminalWay | null
}

function PathForm({ to, way }: PathFormProps) {
  const [asked, setAsked] = useState<Asked>({
    modelId: way?.modelId ?? to?.modelIds[0] ?? null,
    kind: to?.kind ?? 'FIRMWARE',
    from: '',
    to: to?.versionName ?? '',
    agent: '',
    hardware: '',
    deviceId: way?.deviceId ?? null,
  })
  const found = useWay(asked)
  const change = (part: Partial<Asked>) => setAsked((before) => ({ ...before, ...part }))
  const told = (name: 'from' | 'to' | 'agent' | 'hardware') =>
    name === 'to' ? t('upgradeVersion.path.newest') : (found.data?.[name] ?? '')
  const text = (name: 'from' | 'to' | 'agent' | 'hardware') => (
    <TextInput
      label={t(`upgradeVersion.path.${name}`)}
      value={asked[name]}
      placeholder={told(name)}
      dir="ltr"
      maxLength={name === 'agent' || name === 'hardware' ? 32 : 64}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className={classes.form}>
      <div className={classes.asked}>
        <RecordPicker
          of={models}
          label={t('upgradeVersion.model')}
          value={asked.modelId}
          // Another model is another terminal.
          onChange={(modelId) => change({ modelId, deviceId: null })}
        />
        <Select
          label={t('upgradeVersion.kind')}
          value={asked.kind}
          data={partOptions()}
          onChange={(next) => change({ kind: partOf(next) ?? asked.kind })}
        />
        {text('from')}
        {text('to')}
        {text('agent')}
        {text('hardware')}
      </div>
      {asked.modelId === null ? (
        <p className={classes.hint}>{t('upgradeVersion.pathHint')}</p>
      ) : (
        <Path found={found} />
      )}
    </div>
  )
}

/** The way that is asked for, as soon as a model is. */
function useWay({ modelId, kind, deviceId, ...texts }: Asked) {
  const said = Object.entries(texts).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, text.trim()] as const],
  )
  return useQuery({
    ...query(upgradeVersions.path, {
      query: {
        modelId: modelId ?? '',
        kind,
        ...(deviceId !== null && { deviceId }),
        ...Object.fromEntries(said),
      },
    }),
    enabled: modelId !== null,
  })
}

function Path({ found }: { readonly found: ReturnType<typeof useWay> }) {
  return (
    <Loaded query={found} permission={upgradeVersions.path.permission}>
      {({ to: target, steps, isReachable }) => (
        <>
          <p aria-live="polite">
            {t(wordsFor(target, steps.length, isReachable), { to: target ?? '' })}
          </p>
          <ol className={classes.path}>
            {steps.map((step) => (
              <li key={step.id}>
                <span>{t(partTexts[step.kind])}</span>
                {step.from !== null && <Ltr>{step.from}</Ltr>}
                <span aria-hidden="true" className={classes.arrow}>
                  →
                </span>
                <strong>
                  <Ltr>{step.versionName}</Ltr>
                </strong>
                <small>
                  {t(step.isDiff ? 'upgradeVersion.diff' : 'upgradeVersion.full')},{' '}
                  {formatBytes(step.bytes)}
                </small>
              </li>
            ))}
          </ol>
        </>
      )}
    </Loaded>
  )
}

function wordsFor(target: string | null, steps: number, isReachable: boolean) {
  if (target === null) return 'upgradeVersion.pathNoTarget'
  if (!isReachable) return 'upgradeVersion.pathNone'
  return steps === 0 ? 'upgradeVersion.pathThere' : 'upgradeVersion.pathTo'
}
