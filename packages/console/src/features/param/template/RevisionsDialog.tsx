import {
  fillPath,
  type ParamTemplate,
  paramTemplates,
  type TemplateMigration,
  type TemplateRevision,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { MigrationOfParams } from './MigrationOfParams.tsx'
import classes from './design.module.css'

/** What was published and when; two of them side by side, and what becomes of values between them. */
export function RevisionsDialog({ dialog }: { readonly dialog: Dialog<ParamTemplate> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('paramTemplate.revisionsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && isOpen && <Revisions key={record.id} template={record} />}
    </DialogFrame>
  )
}

function Revisions({ template: { id } }: { readonly template: ParamTemplate }) {
  const read = useQuery(query(paramTemplates.revisions, { params: { id } }))
  return (
    <Loaded query={read} permission={paramTemplates.revisions.permission}>
      {(revisions) =>
        revisions.length === 0 ? (
          <p className={classes.quiet}>{t('paramTemplate.noRevisions')}</p>
        ) : (
          <div className={classes.dialog}>
            <RevisionTable id={id} revisions={revisions} />
            <Comparison id={id} revisions={revisions} />
          </div>
        )
      }
    </Loaded>
  )
}

interface RevisionsProps {
  readonly id: string
  readonly revisions: readonly TemplateRevision[]
}

function RevisionTable({ id, revisions }: RevisionsProps) {
  const save = (rev: number) =>
    saveByTicket(fillPath(paramTemplates.exportText.path, { id }), { rev: String(rev) })
  return (
    <PlainTable
      label={t('paramTemplate.revisions')}
      titles={[
        t('paramTemplate.revision'),
        t('paramTemplate.publishedAt'),
        t('paramTemplate.publishedBy'),
        t('paramTemplate.pids'),
        t('paramTemplate.part.files'),
        t('paramTemplate.sum'),
        t('paramTemplate.note'),
        t('kit.actions'),
      ]}
      rows={revisions.map((one) => ({
        key: String(one.rev),
        cells: [
          formatNumber(one.rev),
          <Time key="at" at={one.publishedAt} />,
          <Words key="by">{one.publishedBy}</Words>,
          formatNumber(one.pidCount),
          formatNumber(one.fileCount),
          <span key="sum" title={one.sha256}>
            <Ltr>{one.sha256.slice(0, 12)}</Ltr>
          </span>,
          <Words key="note">{one.note}</Words>,
          <Permitted key="export" to={paramTemplates.exportText.permission}>
            <Button
              size="xs"
              variant="default"
              aria-label={t('paramTemplate.exportOf', { rev: formatNumber(one.rev) })}
              onClick={() => save(one.rev)}
            >
              {t('paramTemplate.export')}
            </Button>
          </Permitted>,
        ],
      }))}
    />
  )
}

function Comparison({ id, revisions }: RevisionsProps) {
  const [newest, before] = revisions
  const [from, setFrom] = useState(String(before?.rev ?? newest?.rev ?? 0))
  const [to, setTo] = useState(before ? String(newest?.rev ?? 0) : '0')
  const choices = Object.fromEntries<string>([
    ['0', t('paramTemplate.draft')],
    ...revisions.map(({ rev }): [string, string] => [
      String(rev),
      t('paramTemplate.revisionOf', { rev: formatNumber(rev) }),
    ]),
  ])
  const [rev1, rev2] = [Number(from), Number(to)]
  const diff = useQuery({
    ...query(paramTemplates.diff, { params: { id, rev1, rev2 } }),
    // The draft of a moment ago is another one.
    staleTime: 0,
  })
  return (
    <>
      <div className={classes.acts}>
        <ChoiceInput
          label={t('paramTemplate.compareFrom')}
          value={from}
          options={choices}
          onChoose={setFrom}
        />
        <ChoiceInput
          label={t('paramTemplate.compareTo')}
          value={to}
          options={choices}
          onChoose={setTo}
        />
      </div>
      <Loaded query={diff} permission={paramTemplates.diff.permission}>
        {(changes) => <ChangeTable key={`${from} ${to}`} changes={changes} />}
      </Loaded>
      <Permitted to={paramTemplates.migrate.permission}>
        <Migration key={`${from} ${to}`} id={id} from={rev1} to={rev2} />
      </Permitted>
    </>
  )
}

interface MigrationProps {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** What becomes of values that go over; asked for, since it is more than most want to know. */
function Migration({ id, from, to }: MigrationProps) {
  const [isAsked, setAsked] = useState(false)
  const plan = useQuery({
    queryKey: [paramTemplates.migrate.path, id, from, to],
    queryFn: () => call(paramTemplates.migrate, { params: { id }, body: { from, to } }),
    enabled: isAsked,
    staleTime: 0,
  })
  if (!isAsked)
    return (
      <div>
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('paramTemplate.showMigration')}
        </Button>
      </div>
    )
  return (
    <Loaded query={plan} permission={paramTemplates.migrate.permission}>
      {(found) => (
        <>
          <Plan plan={found} />
          {from > 0 && to > 0 && from !== to && <MigrationOfParams id={id} from={from} to={to} />}
        </>
      )}
    </Loaded>
  )
}

function Plan({
  plan: { kept, added, removed, typeChanged },
}: {
  readonly plan: TemplateMigration
}) {
  const lines = [
    ...typeChanged.map(({ pid, label, before, after }) => ({
      pid,
      label,
      fate: t('paramTemplate.fate.typeChanged', { before, after }),
    })),
    ...added.map(({ pid, label, needsValue }) => ({
      pid,
      label,
      fate: t(needsValue ? 'paramTemplate.fate.needsValue' : 'paramTemplate.fate.added'),
    })),
    ...removed.map(({ pid, label }) => ({ pid, label, fate: t('paramTemplate.fate.removed') })),
  ]
  return (
    <>
      <p>{t('paramTemplate.keptValues', { count: kept, shown: formatNumber(kept) })}</p>
      {lines.length > 0 && (
        <PlainTable
          label={t('paramTemplate.migration')}
          titles={[t('paramTemplate.pid'), t('paramTemplate.label'), t('paramTemplate.fate')]}
          rows={lines.slice(0, 200).map(({ pid, label, fate }) => ({
            key: pid,
            cells: [<Ltr key="pid">{pid}</Ltr>, <Words key="label">{label}</Words>, fate],
          }))}
          size="small"
        />
      )}
    </>
  )
}
