import {
  type Device,
  deviceLife,
  devices,
  type FieldProblem,
  type ManyEvent,
  manyEvents,
  organizations,
  stations,
  type TextKey,
} from '@muster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { aboutChosen } from '../../../kit/batch/aboutChosen.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { confirmMany } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { show } from '../../../kit/notify.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Text } from '../../../ui/controls.ts'
import { ChoiceField, type FieldHold, LongTextField, TextField } from '../../../ui/form/fields.tsx'
import type { Values } from '../../../ui/form/formRules.ts'
import { CommandForm } from '../command/CommandForm.tsx'
import { serial } from '../facts/serial.ts'
import { impactAsked, ImpactLine } from './ImpactLine.tsx'
import { ErasedField } from './ErasedField.tsx'
import { explanations, type LifeAct, lifeTexts } from './lifeActs.ts'
import { bodies } from './lifeForms.ts'
import { FindForm, LossForm } from './LostForms.tsx'
import { sendMany, sendOne } from './sendAct.ts'
import { SwapField } from './SwapField.tsx'
import { shownDevices, undoOfAct } from './undoOfAct.ts'
import type { Chosen, LifeAsk, LifeDialogState } from './useLifeDialog.ts'

/** Asks for what a move needs, shows what it changes, and makes it. */
export function LifeDialog({ dialog }: { readonly dialog: LifeDialogState }) {
  const { record: ask } = dialog
  if (!ask) return null
  return (
    <DialogFrame isOpen={dialog.isOpen} close={dialog.close} title={titleOf(ask)}>
      <Text size="sm" mb="sm">
        {t(explanations[ask.act])}
      </Text>
      {ask.chosen && isMove(ask.act) ? (
        <ManyForm ask={ask} act={ask.act} chosen={ask.chosen} close={dialog.close} />
      ) : (
        <ActForm key={ask.device?.id ?? ''} ask={ask} close={dialog.close} />
      )}
    </DialogFrame>
  )
}

interface ManyFormProps extends ActFormProps {
  readonly act: ManyEvent
  readonly chosen: Chosen
}

/** A move of many, under how many of them it changes. */
function ManyForm({ ask, act, chosen, close }: ManyFormProps) {
  const [toOrgId, setTarget] = useState('')
  return (
    <ImpactLine event={act} which={chosen.which} toOrgId={toOrgId}>
      {({ may, there }) => may + there > 0 && <ActForm ask={ask} close={close} aim={setTarget} />}
    </ImpactLine>
  )
}

const isMove = (act: LifeAct): act is ManyEvent => manyEvents.some((one) => one === act)

const titleOf = ({ act, device, chosen }: LifeAsk): string =>
  device
    ? t('life.title', { act: t(lifeTexts[act]), sn: serial(device.sn) })
    : t('life.titleMany', { act: t(lifeTexts[act]), count: chosen?.count ?? 0 })

interface ActFormProps {
  readonly ask: LifeAsk
  readonly close: () => void
  /** Of a move: is told where they would go as soon as it is chosen. */
  readonly aim?: (orgId: string) => void
}

function ActForm({ ask, close, aim }: ActFormProps) {
  const make = useAct(ask)
  if (ask.device && ask.act === 'LOSE')
    return <LossForm device={ask.device} close={close} send={make} />
  if (ask.device && ask.act === 'FIND')
    return <FindForm device={ask.device} close={close} send={make} />
  return (
    <CommandForm
      schema={bodies[ask.act]}
      start={starts[ask.act] ?? {}}
      agree={lifeTexts[ask.act]}
      about={ask.chosen ? aboutChosen(ask.chosen.which) : ask.device?.id}
      close={close}
      send={make}
    >
      {(field) => <Fields act={ask.act} field={field} aim={aim} device={ask.device} />}
    </CommandForm>
  )
}

/** What a form begins with. */
const starts: Partial<Readonly<Record<LifeAct, Values>>> = {
  MOVE: { keep: 'KEEP' },
  SCRAP: { keysErased: false },
}

interface FieldsProps {
  readonly act: LifeAct
  readonly field: (name: string, label: TextKey) => FieldHold
  readonly aim: ActFormProps['aim']
  readonly device: Device | null
}

function Fields({ act, field, aim, device }: FieldsProps): ReactNode {
  if (act === 'TAG')
    return (
      <>
        <TextField {...field('add', 'life.add')} />
        <TextField {...field('remove', 'life.remove')} />
      </>
    )
  return (
    <>
      {act === 'SWAP' && device && <SwapField hold={field('newSn', 'life.newSn')} old={device} />}
      {act === 'MOVE' && <PlaceFields field={field} aim={aim} />}
      <LongTextField {...field('reason', 'life.reason')} rows={2} />
      {act === 'SCRAP' && <ErasedField {...field('keysErased', 'life.keysErased')} />}
    </>
  )
}

/** Where it goes, and what becomes of what it has; who may not wipe is not offered it. */
function PlaceFields({ field, aim }: Pick<FieldsProps, 'field' | 'aim'>): ReactNode {
  const mayWipe = useCan(deviceLife.moveWipe.permission)
  const keeps = {
    KEEP: t('life.keep.KEEP'),
    RESET: t('life.keep.RESET'),
    ...(mayWipe ? { WIPE: t('life.keep.WIPE') } : {}),
  }
  const org = field('orgId', 'life.orgId')
  const { value } = org
  // Of what is put back from before as of what is chosen.
  useEffect(() => aim?.(typeof value === 'string' ? value : ''), [aim, value])
  return (
    <>
      <RecordField {...org} of={organizations} />
      <RecordField {...field('stationId', 'life.stationId')} of={stations} />
      <ChoiceField {...field('keep', 'life.keep')} options={keeps} required />
    </>
  )
}

/** Makes an act; answers whether it was made. Of many the number is typed before. */
function useAct({ act, device, chosen }: LifeAsk) {
  const send = useSend(devices)
  const queries = useQueryClient()
  const title = t(lifeTexts[act])
  return async (values: Values): Promise<boolean | readonly FieldProblem[]> => {
    if (device) {
      const sent = await outcomeOf(sendOne(send, act, { id: device.id, values }))
      if ('error' in sent) return fieldProblems(sent.error)
      const former = new Map([[device.id, device]])
      const back = undoOfAct(send, { act, values, former, rows: changedOne(device) })
      show({ kind: 'success', text: t('life.done', { act: title }), ...back })
      return true
    }
    if (!chosen) return false
    const counted = isMove(act)
      ? await outcomeOf(queries.ensureQueryData(impactWith(act, chosen, values)))
      : { reply: { may: chosen.count } }
    if ('error' in counted) return fieldProblems(counted.error)
    const count = counted.reply.may
    if (count === 0) return [{ field: 'orgId', message: t('life.allThere') }]
    const text = t(explanations[act])
    const isFinal = act === 'SCRAP' || values['keep'] === 'WIPE'
    const kind = isFinal ? 'dangerous' : 'ordinary'
    if (!(await confirmMany({ title, text, agree: title, kind, count }))) return false
    const former = shownDevices(queries)
    const sent = await outcomeOf(sendMany(send, act, { which: chosen.which, values }))
    if ('error' in sent) return fieldProblems(sent.error)
    const done = t('life.doneMany', { act: title, count: sent.reply.count })
    const back = undoOfAct(send, { act, values, former, rows: sent.reply.rows })
    await notifyBatch(sent.reply, { kind: 'success', text: done, ...back })
    chosen.done()
    return true
  }
}

/** How many of those that are chosen a move changes, with what was filled in. */
function impactWith(act: ManyEvent, { which }: Chosen, { orgId }: Values) {
  const toOrgId = typeof orgId === 'string' ? orgId : undefined
  return query(deviceLife.impact, impactAsked(act, which, toOrgId))
}

/** A terminal as an act has left it, unless another has changed it meanwhile. */
const changedOne = ({ id, sn: name, version }: Device) => [{ id, name, version: version + 1 }]
