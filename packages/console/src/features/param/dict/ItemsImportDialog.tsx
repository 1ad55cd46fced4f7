import {
  type FieldProblem,
  type InputOf,
  type ParamDict,
  paramDicts,
  type TemplateChange,
  type TextKey,
} from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { fieldProblems } from '../../../kit/callError.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { TextFileButton } from '../../../kit/form/TextFileButton.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { show } from '../../../kit/notify.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Textarea } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { ChangeTable } from '../template/ChangeTable.tsx'
import classes from './dict.module.css'
import { Entries } from './Entries.tsx'
import type { ListedItem } from './jsonItems.ts'
import { useEntries } from './useEntries.ts'

/** Takes entries of the dictionary over from a JSON document or a schema: all of them, or none, once their differences were seen. */
export function ItemsImportDialog({ dialog }: { readonly dialog: Dialog<ParamDict> }) {
  const { isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('paramDict.json')} size="80rem">
      {isOpen && <ImportForm close={close} />}
    </DialogFrame>
  )
}

type Body = NonNullable<InputOf<typeof paramDicts.importItems>['body']>
type Aim = 'new' | 'existing' | 'both'
interface Listed {
  readonly aim: Aim
  readonly items: readonly ListedItem[]
}

/** The server's schema judges entries: what it refuses is said by entry and member. */
const isSendable = (body: Listed): body is Listed & Body => body.items.length > 0

/** What may be done with entries: only what one may do with each by itself. */
function useAims(): Partial<Record<Aim, string>> {
  const mayAdd = useCan(paramDicts.add.permission)
  const mayEdit = useCan(paramDicts.update.permission)
  return {
    ...(mayAdd && { new: t('import.aim.new') }),
    ...(mayEdit && { existing: t('import.aim.existing') }),
    ...(mayAdd && mayEdit && { both: t('import.aim.both') }),
  }
}

/** Compares and sends entries; their differences, and what is refused of them, are kept until they change. */
function useTaking(close: () => void) {
  const [faults, setFaults] = useState<readonly FieldProblem[]>([])
  const [refused, setRefused] = useState<TextKey>('paramDict.jsonNotCompared')
  const [changes, setChanges] = useState<readonly TemplateChange[] | null>(null)
  const send = useSend(paramDicts)
  const compare = async (body: Listed) => {
    if (!isSendable(body)) return
    const told = await outcomeOf(call(paramDicts.compareItems, { body }))
    setRefused('paramDict.jsonNotCompared')
    setFaults('reply' in told ? [] : fieldProblems(told.error))
    setChanges('reply' in told ? told.reply : null)
  }
  const take = async (body: Listed) => {
    if (!isSendable(body)) return
    const sent = await outcomeOf(send(paramDicts.importItems, { body }))
    if (!('reply' in sent)) {
      setRefused('paramDict.jsonRefused')
      setFaults(fieldProblems(sent.error))
      setChanges(null)
      return
    }
    const { added, changed } = sent.reply
    const counts = { added: formatNumber(added), changed: formatNumber(changed) }
    show({ kind: 'success', text: t('paramDict.jsonDone', counts) })
    close()
  }
  const forget = () => {
    setFaults([])
    setChanges(null)
  }
  return { faults, refused, changes, compare, take, forget }
}

function ImportForm({ close }: { readonly close: () => void }) {
  const aims = useAims()
  const [first = 'new'] = (['new', 'existing', 'both'] as const).filter((one) => one in aims)
  const [aim, setAim] = useState<Aim>(first)
  const { text, items, notes, isSchema, change, read } = useEntries()
  const { faults, refused, changes, compare, take, forget } = useTaking(close)
  const typed = (to: string) => {
    change(to)
    forget()
  }
  const { submit, isSending } = useSubmit(async () => {
    // What it would change is looked at before it is taken over.
    const listed = items ?? (await read()) ?? []
    await (changes ? take : compare)({ aim, items: listed })
  })
  const isNoList = text.trim() !== '' && !isSchema && items === null
  return (
    <form className={classes.json} onSubmit={submit} noValidate>
      <p className={classes.note}>{t('paramDict.jsonHint')}</p>
      <ChoiceInput
        label={t('import.aim')}
        value={aim}
        options={aims}
        onChoose={(value) => {
          setAim(value === 'existing' || value === 'both' ? value : 'new')
          forget()
        }}
      />
      <div>
        <TextFileButton
          label={t('paramTemplate.chooseFile')}
          accept=".json,.xml,application/json,text/xml"
          take={typed}
        />
      </div>
      <Textarea
        label={t('paramDict.jsonText')}
        dir="ltr"
        rows={10}
        spellCheck={false}
        value={text}
        error={isNoList ? t('paramDict.jsonNoList') : undefined}
        onChange={(event) => typed(event.currentTarget.value)}
      />
      {items && faults.length === 0 && <Entries items={items} notes={notes} />}
      {/* Below a long text they would not be seen. */}
      {changes && (
        <section ref={intoView}>
          <ChangeTable changes={changes} />
        </section>
      )}
      {faults.length > 0 && <Faults title={t(refused)} faults={faults} items={items ?? []} />}
      <FormFooter
        agree={changes ? 'paramDict.jsonTake' : 'paramDict.jsonCompare'}
        isSending={isSending}
        close={close}
      />
    </form>
  )
}

const intoView = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'center' })

interface FaultsProps {
  /** What was asked for and is not done. */
  readonly title: string
  readonly faults: readonly FieldProblem[]
  readonly items: readonly ListedItem[]
}

/** What was refused, entry by entry and member by member. */
const Faults = ({ title, faults, items }: FaultsProps) => (
  <div role="alert">
    <p>{title}</p>
    <PlainTable
      label={title}
      size="small"
      titles={[
        t('paramDict.jsonPlace'),
        t('paramDict.pid'),
        t('paramDict.jsonMember'),
        t('paramDict.jsonWrong'),
      ]}
      rows={faults.map(({ field, message }) => {
        const [, place = '', member = ''] = /^items\.(\d+)\.?(.*)$/.exec(field) ?? []
        const pid = items[Number(place)]?.['pid']
        return {
          key: `${field} ${message}`,
          cells: [
            place === '' ? '' : formatNumber(Number(place) + 1),
            <Ltr key="pid">{typeof pid === 'string' ? pid : null}</Ltr>,
            <Ltr key="member">{place === '' ? field : member}</Ltr>,
            message,
          ],
        }
      })}
    />
  </div>
)
