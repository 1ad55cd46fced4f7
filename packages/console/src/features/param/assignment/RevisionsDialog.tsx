import { type Param, type ParamRevision, params } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './assignment.module.css'
import { SaidDifferences } from './SaidDifferences.tsx'
import { revisionTexts, revisionTones } from './paramTexts.ts'

/** What was in force and when; two of them side by side, and an earlier one taken back to. */
export function RevisionsDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('param.revisionsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Revisions key={record.id} param={record} />}
    </DialogFrame>
  )
}

function Revisions({ param }: { readonly param: Param }) {
  const told = useQuery(query(params.revisions, { params: { id: param.id } }))
  return (
    <Loaded query={told} permission={params.revisions.permission}>
      {(revisions) =>
        revisions.length === 0 ? (
          <p className={classes.quiet}>{t('param.noRevisions')}</p>
        ) : (
          <div className={classes.dialog}>
            <RevisionTable param={param} revisions={revisions} />
            {revisions.length > 1 && <Comparison id={param.id} revisions={revisions} />}
          </div>
        )
      }
    </Loaded>
  )
}

interface RevisionTableProps {
  readonly param: Param
  readonly revisions: readonly ParamRevision[]
}

function RevisionTable({ param: { id, name }, revisions }: RevisionTableProps) {
  const act = useAction(params)
  const takeBack = async (revision: number) => {
    const shown = formatNumber(revision)
    const agreed = await confirm({
      title: t('param.revertOf', { revision: shown }),
      text: t('param.revertText'),
      agree: t('param.revert'),
      kind: 'ordinary',
    })
    if (!agreed) return
    // As it is now: the list behind the dialog may be older.
    const read = await outcomeOf(call(params.detail, { params: { id } }))
    if ('error' in read) return
    const { version } = read.reply
    await act(params.restore, { params: { id, revision }, body: { version } }, () =>
      t('param.reverted', { name, revision: shown }),
    )
  }
  return (
    <PlainTable
      label={t('param.revisions')}
      titles={[
        t('param.revision'),
        t('param.state'),
        t('param.startsAt'),
        t('param.endsAt'),
        t('param.publishedBy'),
        t('param.approvedBy'),
        t('param.devices'),
        t('param.note'),
        t('param.ticket'),
        t('kit.actions'),
      ]}
      rows={revisions.map((one) => ({
        key: String(one.revision),
        cells: [
          formatNumber(one.revision),
          <StatusBadge key="state" tone={revisionTones[one.state]}>
            {t(revisionTexts[one.state])}
          </StatusBadge>,
          <Time key="from" at={one.startsAt} />,
          <Time key="to" at={one.endsAt} />,
          <Words key="by">{one.publishedBy}</Words>,
          <Words key="agreed">{one.approvedBy}</Words>,
          formatNumber(one.deviceCount),
          <Words key="note">{one.note}</Words>,
          <Ltr key="ticket">{one.ticket}</Ltr>,
          one.state !== 'IN_FORCE' && (
            <Permitted key="back" to={params.restore.permission}>
              <Button
                size="xs"
                variant="default"
                aria-label={t('param.revertOf', { revision: formatNumber(one.revision) })}
                onClick={() => void takeBack(one.revision)}
              >
                {t('param.revert')}
              </Button>
            </Permitted>
          ),
        ],
      }))}
    />
  )
}

interface ComparisonProps {
  readonly id: string
  readonly revisions: readonly ParamRevision[]
}

function Comparison({ id, revisions }: ComparisonProps) {
  const [newest, earlier] = revisions
  const [first, setFirst] = useState(earlier?.revision ?? 1)
  const [second, setSecond] = useState(newest?.revision ?? 1)
  const title = (revision: number) => t('param.revisionOf', { revision: formatNumber(revision) })
  const data = revisions.map(({ revision }) => ({
    value: String(revision),
    label: title(revision),
  }))
  return (
    <>
      <div className={classes.parts}>
        <Select
          label={t('param.compare')}
          data={data}
          value={String(first)}
          allowDeselect={false}
          onChange={(value) => setFirst(Number(value))}
        />
        <Select
          label={t('param.compareWith')}
          data={data}
          value={String(second)}
          allowDeselect={false}
          onChange={(value) => setSecond(Number(value))}
        />
      </div>
      <Compared id={id} revisions={[first, second]} titles={[title(first), `${title(second)} `]} />
      <p className={classes.quiet}>{t('param.secretsNotCompared')}</p>
    </>
  )
}

interface ComparedProps {
  readonly id: string
  readonly revisions: readonly [number, number]
  readonly titles: readonly [string, string]
}

function Compared({ id, revisions: [first, second], titles }: ComparedProps) {
  const said = (revision: number) => query(params.revision, { params: { id, revision } })
  const before = useQuery(said(first))
  const after = useQuery(said(second))
  return (
    <Loaded query={before} permission={params.revision.permission}>
      {(one) => (
        <Loaded query={after} permission={params.revision.permission}>
          {(other) => <SaidDifferences titles={titles} before={one} after={other} />}
        </Loaded>
      )}
    </Loaded>
  )
}
