import { type Param, params, type ParamSaid, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Select } from '../../../ui/Select.tsx'
import { titleIn } from '../form/formRows.ts'
import classes from './assignment.module.css'
import { SaidDifferences } from './SaidDifferences.tsx'

/** What an assignment says beside what another one says. */
export function CompareDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('param.compareOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Compare key={record.id} param={record} />}
    </DialogFrame>
  )
}

function Compare({ param }: { readonly param: Param }) {
  const [otherId, setOther] = useState<string | null>(null)
  return (
    <div className={classes.dialog}>
      <RecordPicker
        of={params}
        label={t('param.compareOther')}
        value={otherId}
        onChange={setOther}
        except={param.id}
      />
      {otherId === null ? (
        <p className={classes.quiet}>{t('param.compareNone')}</p>
      ) : (
        <Other key={otherId} param={param} otherId={otherId} />
      )}
    </div>
  )
}

interface OtherProps {
  readonly param: Param
  readonly otherId: string
}

function Other({ param, otherId }: OtherProps) {
  const other = useQuery(query(params.detail, { params: { id: otherId } }))
  return (
    <Loaded query={other} permission={params.detail.permission}>
      {(found) => <BothSaid one={param} other={found} />}
    </Loaded>
  )
}

interface BothProps {
  readonly one: Param
  readonly other: Param
}

/** The draft of an assignment, or one of its revisions, to choose from. */
const draft = 'draft'

function BothSaid({ one, other }: BothProps) {
  const [first, setFirst] = useState(usualOf(one))
  const [second, setSecond] = useState(usualOf(other))
  const before = useSaid(one.id, first)
  const after = useSaid(other.id, second)
  return (
    <Told side={before}>
      {() => (
        <Told side={after}>
          {() => (
            <>
              {one.appId !== other.appId && (
                <p className={classes.quiet}>{t('param.compareApps')}</p>
              )}
              <div className={classes.parts}>
                <Which of={one} value={first} choices={before.choices} onChoose={setFirst} />
                <Which of={other} value={second} choices={after.choices} onChoose={setSecond} />
              </div>
              <SaidDifferences
                titles={[`${one.name} · ${textOf(first)}`, `${other.name} · ${textOf(second)} `]}
                before={before.said}
                after={after.said}
              />
              <p className={classes.quiet}>{t('param.secretsNotCompared')}</p>
            </>
          )}
        </Told>
      )}
    </Told>
  )
}

interface ToldProps {
  readonly side: ReturnType<typeof useSaid>
  readonly children: () => ReactNode
}

/** Waits for what one side says. */
function Told({ side: { isDraft, form, revision }, children }: ToldProps) {
  return isDraft ? (
    <Loaded query={form} permission={params.form.permission}>
      {children}
    </Loaded>
  ) : (
    <Loaded query={revision} permission={params.revision.permission}>
      {children}
    </Loaded>
  )
}

/** What holds; where nothing does, what it would say. */
const usualOf = ({ revision }: Param): string => (revision === null ? draft : String(revision))

const textOf = (which: string): string =>
  which === draft
    ? t('param.state.DRAFT')
    : t('param.revisionOf', { revision: formatNumber(Number(which)) })

/** What an assignment says as a draft or by a revision, and what there is to choose from. */
function useSaid(id: string, which: string) {
  const revisions = useQuery(query(params.revisions, { params: { id } }))
  const isDraft = which === draft
  const form = useQuery({ ...query(params.form, { params: { id } }), enabled: isDraft })
  const wanted = { id, revision: isDraft ? 1 : Number(which) }
  const revision = useQuery({ ...query(params.revision, { params: wanted }), enabled: !isDraft })
  const said = isDraft ? form.data && saidBy(form.data) : revision.data
  const list = revisions.data ?? []
  return {
    isDraft,
    form,
    revision,
    said,
    choices: [draft, ...list.map((one) => String(one.revision))],
  }
}

const saidBy = ({ values, secretPids, template }: ReplyOf<(typeof params)['form']>): ParamSaid => ({
  values,
  secretPids,
  labels: Object.fromEntries(
    template.fields.map(({ pid, label, labels }) => [pid, titleIn(label, labels)]),
  ),
})

interface WhichProps {
  readonly of: Param
  readonly value: string
  readonly choices: readonly string[]
  readonly onChoose: (which: string) => void
}

const Which = ({ of: { name }, value, choices, onChoose }: WhichProps) => (
  <Select
    label={name}
    data={choices.map((one) => ({ value: one, label: textOf(one) }))}
    value={value}
    allowDeselect={false}
    onChange={(which) => onChoose(which ?? draft)}
  />
)
