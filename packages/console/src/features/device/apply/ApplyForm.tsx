import {
  type Apply,
  applies,
  type ApplyKind,
  applyKeeps,
  applyKinds,
  type DetailedApply,
  isInPlace,
  models,
  type MoveKeep,
  mostApplied,
  mostApplyFiles,
  mostReplaced,
  organizations,
  type ParsedOf,
  stations,
  type TextKey,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { DateField } from '../../../kit/dates/fields.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import {
  ChoiceField,
  type FieldHold,
  LongTextField,
  NumberField,
} from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { FilesField } from '../../file/index.ts'
import classes from './apply.module.css'
import { ErasedField } from '../life/ErasedField.tsx'
import { keepTexts, kindSentences } from './applyTexts.ts'

/** Asks for terminals, or goes on with a draft. */
export function ApplyForm({ dialog }: { readonly dialog: Dialog<Apply> }) {
  const { record, isOpen, close } = dialog
  const title = record ? t('apply.editOf', { no: record.applyNo }) : t('apply.add')
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {isOpen && (record ? <Draft id={record.id} close={close} /> : <New close={close} />)}
    </DialogFrame>
  )
}

interface OfDialog {
  readonly close: () => void
}

function New({ close }: OfDialog) {
  const isDraft = useRef(false)
  const { field, submit, isSending } = useCallForm({
    of: applies,
    call: applies.add,
    start: { kind: applyKinds[0], keep: 'KEEP', keysErased: false },
    input: (body) => ({ body: { ...fitting(body), isDraft: isDraft.current } }),
    done: close,
    said: () => t(isDraft.current ? 'kit.saved' : 'kit.done'),
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent
        isDraft.current = submitter instanceof HTMLButtonElement && submitter.name === 'draft'
        submit(event)
      }}
      noValidate
    >
      <Fields field={field} known={{}} />
      <Foot isSending={isSending} close={close} agree="apply.submit">
        <Button type="submit" name="draft" variant="default" loading={isSending}>
          {t('apply.saveDraft')}
        </Button>
      </Foot>
    </form>
  )
}

function Draft({ id, close }: OfDialog & { readonly id: string }) {
  const found = useQuery(query(applies.detail, { params: { id } }))
  return (
    <Loaded query={found} permission={applies.detail.permission}>
      {(apply) => <DraftFields key={apply.version} apply={apply} close={close} />}
    </Loaded>
  )
}

function DraftFields({ apply, close }: OfDialog & { readonly apply: DetailedApply }) {
  const { field, submit, isSending } = useCallForm({
    of: applies,
    call: applies.update,
    about: apply.id,
    start: startOf(apply),
    input: (body) => ({ body: fitting(body) }),
    done: close,
    said: () => t('kit.saved'),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Fields
        field={field}
        known={Object.fromEntries(apply.files.map((file) => [file.id, file.name]))}
      />
      <Foot isSending={isSending} close={close} agree="kit.save" />
    </form>
  )
}

/** What the form of a draft begins with. */
function startOf({ items, files, ...apply }: DetailedApply) {
  const { id, version, kind, fromOrgId, toOrgId, stationId, keep, keysErased } = apply
  const { modelId, quantity, expectedDate, reason } = apply
  return {
    id,
    version,
    kind,
    fromOrgId,
    toOrgId,
    stationId,
    keep,
    keysErased,
    modelId,
    quantity,
    expectedDate,
    reason,
    sns: items.map(({ sn }) => sn),
    successors: items.flatMap(({ successorSn }) => successorSn ?? []),
    fileIds: files.map((file) => file.id),
  }
}

interface Fate {
  readonly kind: ApplyKind
  readonly keep?: MoveKeep | undefined
  readonly stationId?: string | null | undefined
}

/** A wish about another kind, chosen before and out of sight since, is none any more. */
function fitting<T extends Fate>(body: T): T {
  const { kind, keep = 'KEEP', stationId = null } = body
  return {
    ...body,
    keep: applyKeeps[kind].includes(keep) ? keep : 'KEEP',
    stationId: isInPlace(kind) ? null : stationId,
  }
}

type Named = keyof Omit<ParsedOf<typeof applies.update>['body'], 'id' | 'version'>

interface FieldsProps {
  readonly field: (name: Named, label: TextKey) => FieldHold
  readonly known: Readonly<Record<string, string>>
}

function Fields({ field, known }: FieldsProps) {
  const kind = field('kind', 'apply.kind')
  const isStock = kind.value === 'STOCK'
  const isReplacing = kind.value === 'REPLACE'
  const staysThere = isReplacing || kind.value === 'DECOMMISSION'
  return (
    <>
      <ChoiceField {...kind} options={texts(kindSentences)} />
      {isStock ? (
        <>
          <RecordField {...field('fromOrgId', 'apply.fromOrg')} of={organizations} required />
          <RecordField {...field('modelId', 'apply.model')} of={models} required />
          <NumberField {...field('quantity', 'apply.quantity')} required />
        </>
      ) : (
        <LinesField
          {...field('sns', 'apply.sns')}
          hint={t('apply.snsHint', { most: isReplacing ? mostReplaced : mostApplied })}
          required
        />
      )}
      {isReplacing && (
        <LinesField
          {...field('successors', 'apply.successors')}
          hint={t('apply.successorsHint')}
          required
        />
      )}
      {!staysThere && (
        <>
          <RecordField {...field('toOrgId', 'apply.toOrg')} of={organizations} required />
          <RecordField {...field('stationId', 'life.stationId')} of={stations} />
        </>
      )}
      <KeepField {...field('keep', 'life.keep')} kind={kind.value} />
      {kind.value === 'DECOMMISSION' && <ErasedField {...field('keysErased', 'life.keysErased')} />}
      <DateField {...field('expectedDate', 'apply.expectedDate')} />
      <LongTextField {...field('reason', 'apply.reason')} />
      <FilesField
        {...field('fileIds', 'apply.files')}
        type="document"
        most={mostApplyFiles}
        known={known}
      />
    </>
  )
}

/** What becomes of what the terminals have of their own, where there is a choice. */
function KeepField({ kind, ...field }: FieldHold & { readonly kind: unknown }) {
  const keeps = applyKinds.flatMap((one) => (one === kind ? applyKeeps[one] : []))
  if (keeps.length < 2) return null
  const options = Object.fromEntries(keeps.map((keep) => [keep, t(keepTexts[keep])]))
  return <ChoiceField {...field} options={options} required />
}

interface FootProps extends OfDialog {
  readonly isSending: boolean
  readonly agree: 'apply.submit' | 'kit.save'
  readonly children?: ReactNode
}

function Foot({ children, ...rest }: FootProps) {
  return (
    <>
      <p className={classes.hint}>{t('apply.draftHint')}</p>
      <FormFooter {...rest}>{children}</FormFooter>
    </>
  )
}
