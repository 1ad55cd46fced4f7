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
import { partOf, partOptions, partTexts } from './versionTexts.ts'

/** Shows how a terminal of a model comes from one version to another. */
export function PathDialog({ dialog }: { readonly dialog: Dialog<UpgradeVersion> }) {
  const { isOpen, close, record } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('upgradeVersion.path')} size="lg">
      {isOpen && <PathForm to={record} />}
    </DialogFrame>
  )
}

interface Asked {
  readonly modelId: string | null
  readonly kind: UpgradePart
  readonly from: string
  readonly to: string
  readonly agent: string
}

function PathForm({ to }: { readonly to: UpgradeVersion | null }) {
  const [asked, setAsked] = useState<Asked>({
    modelId: to?.modelIds[0] ?? null,
    kind: to?.kind ?? 'FIRMWARE',
    from: '',
    to: to?.versionName ?? '',
    agent: '',
  })
  const change = (part: Partial<Asked>) => setAsked((before) => ({ ...before, ...part }))
  const text = (name: 'from' | 'to' | 'agent') => (
    <TextInput
      label={t(`upgradeVersion.path.${name}`)}
      value={asked[name]}
      {...(name === 'to' && { placeholder: t('upgradeVersion.path.newest') })}
      dir="ltr"
      maxLength={name === 'agent' ? 32 : 64}
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
          onChange={(modelId) => change({ modelId })}
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
      </div>
      {asked.modelId === null ? (
        <p className={classes.hint}>{t('upgradeVersion.pathHint')}</p>
      ) : (
        <Path asked={asked} modelId={asked.modelId} />
      )}
    </div>
  )
}

function Path({ asked, modelId }: { readonly asked: Asked; readonly modelId: string }) {
  const { kind, from, to, agent } = asked
  const found = useQuery(
    query(upgradeVersions.path, {
      query: {
        modelId,
        kind,
        ...(from.trim() && { from: from.trim() }),
        ...(to.trim() && { to: to.trim() }),
        ...(agent.trim() && { agent: agent.trim() }),
      },
    }),
  )
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
