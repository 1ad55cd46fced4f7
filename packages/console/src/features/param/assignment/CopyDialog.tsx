import {
  devices,
  groups,
  mostCopies,
  organizations,
  type Param,
  type ParamLevel,
  paramLevels,
  params,
  type ReplyOf,
  stations,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Words } from '../../../kit/page/values.tsx'
import { call } from '../../../kit/call.ts'
import { useAction } from '../../../kit/useAction.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Select } from '../../../ui/Select.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './assignment.module.css'
import { levelTexts } from './paramTexts.ts'

/** Makes drafts for other targets that say what an assignment says, after showing for how many terminals. */
export function CopyDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('param.copyOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && isOpen && <Copy key={record.id} param={record} close={close} />}
    </DialogFrame>
  )
}

const targets = { ORG: organizations, STATION: stations, GROUP: groups, DEVICE: devices } as const

interface CopyProps {
  readonly param: Param
  readonly close: () => void
}

function Copy({ param: { id, level: own }, close }: CopyProps) {
  const [level, setLevel] = useState<ParamLevel>(own)
  const [targetIds, setTargetIds] = useState<readonly string[]>([])
  const act = useAction(params)
  const body = { level, targetIds: [...targetIds] }
  const impact = useQuery({
    queryKey: [params.copyImpact.path, id, level, targetIds],
    queryFn: () => call(params.copyImpact, { params: { id }, body }),
    enabled: targetIds.length > 0,
    staleTime: 0,
  })
  const free = impact.data?.targets.filter(({ takenBy }) => takenBy === null).length ?? 0
  const { submit, isSending } = useSubmit(async () => {
    const done = (reply: { readonly count: number }) =>
      t('param.copied', { count: reply.count, shown: formatNumber(reply.count) })
    if (await act(params.copy, { params: { id }, body }, done)) close()
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <Select
        label={t('param.level')}
        data={Object.entries(texts(levelTexts)).map(([value, label]) => ({ value, label }))}
        value={level}
        allowDeselect={false}
        onChange={(value) => {
          setLevel(paramLevels.find((one) => one === value) ?? level)
          setTargetIds([])
        }}
      />
      <ChosenRecords
        key={level}
        of={targets[level]}
        label={t('param.copyTargets')}
        none={t('param.copyNone')}
        chosen={targetIds.map((one) => ({ id: one }))}
        onAdd={(one) => setTargetIds([...targetIds, one].slice(0, mostCopies))}
        onDrop={(one) => setTargetIds(targetIds.filter((other) => other !== one))}
        isReadOnly={false}
      />
      {targetIds.length > 0 && (
        <Loaded query={impact} permission={params.copyImpact.permission}>
          {(told) => <Impact {...told} />}
        </Loaded>
      )}
      <FormFooter
        agree="param.copyAsDrafts"
        isSending={isSending}
        close={close}
        isDisabled={free === 0}
      />
    </form>
  )
}

function Impact({ targets: found, hiddenCount }: ReplyOf<(typeof params)['copyImpact']>) {
  return (
    <>
      <PlainTable
        label={t('param.copyTargets')}
        titles={[t('param.target'), t('param.devices'), t('param.copyBecomes')]}
        rows={found.map(({ id, name, count, needsApproval, takenBy }) => ({
          key: id,
          cells: [
            <Words key="name">{name}</Words>,
            formatNumber(count),
            takenBy === null
              ? t(needsApproval ? 'param.copyDraftForTwo' : 'param.copyDraft')
              : t('param.copyTaken', { name: takenBy }),
          ],
        }))}
        size="small"
      />
      {hiddenCount > 0 && (
        <p className={classes.quiet}>
          {t('param.copyHidden', { count: formatNumber(hiddenCount) })}
        </p>
      )}
    </>
  )
}
