import { type JsonDocument, jsonDocuments, type JsonRevision } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { revisionTexts, revisionTones } from '../assignment/paramTexts.ts'
import { Compared } from './Compared.tsx'
import classes from './json.module.css'
import { modeTexts } from './jsonTexts.ts'

/** What was published and when; a revision beside another, and an earlier one taken back to. */
export function RevisionsDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('param.revisionsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && isOpen && <Revisions key={record.id} document={record} />}
    </DialogFrame>
  )
}

function Revisions({ document }: { readonly document: JsonDocument }) {
  const { id } = document
  const told = useQuery(query(jsonDocuments.revisions, { params: { id } }))
  return (
    <Loaded query={told} permission={jsonDocuments.revisions.permission}>
      {(revisions) =>
        revisions.length === 0 ? (
          <p className={classes.quiet}>{t('param.noRevisions')}</p>
        ) : (
          <div className={classes.column}>
            <RevisionTable document={document} revisions={revisions} />
            <Comparison id={id} revisions={revisions} />
          </div>
        )
      }
    </Loaded>
  )
}

interface RevisionTableProps {
  readonly document: JsonDocument
  readonly revisions: readonly JsonRevision[]
}

function RevisionTable({ document: { id, name }, revisions }: RevisionTableProps) {
  const act = useAction(jsonDocuments)
  const takeBack = async (revision: number) => {
    const shown = formatNumber(revision)
    const agreed = await confirm({
      title: t('param.revertOf', { revision: shown }),
      text: t('json.rollbackText'),
      agree: t('param.revert'),
      kind: 'ordinary',
    })
    if (!agreed) return
    // As it is now: the list behind the dialog may be older.
    const read = await outcomeOf(call(jsonDocuments.detail, { params: { id } }))
    if ('error' in read) return
    const { version } = read.reply
    await act(jsonDocuments.rollback, { params: { id, revision }, body: { version } }, () =>
      t('param.reverted', { name, revision: shown }),
    )
  }
  return (
    <PlainTable
      label={t('param.revisions')}
      titles={[
        t('param.revision'),
        t('param.state'),
        t('json.publishedAt'),
        t('param.publishedBy'),
        t('param.approvedBy'),
        t('json.mode'),
        t('json.size'),
        t('param.devices'),
        t('param.note'),
        '',
      ]}
      rows={revisions.map((one) => {
        const kept = one.state === 'PUBLISHED' ? 'IN_FORCE' : 'SUPERSEDED'
        return {
          key: String(one.revision),
          cells: [
            formatNumber(one.revision),
            <StatusBadge key="state" tone={revisionTones[kept]}>
              {t(revisionTexts[kept])}
            </StatusBadge>,
            <Time key="at" at={one.publishedAt} />,
            <Words key="by">{one.publishedBy}</Words>,
            <Words key="agreed">{one.approvedBy}</Words>,
            t(modeTexts[one.mergeMode]),
            formatBytes(one.size),
            formatNumber(one.deviceCount),
            <Words key="note">{one.note}</Words>,
            <Permitted key="back" to={jsonDocuments.rollback.permission}>
              <Button
                size="xs"
                variant="default"
                aria-label={t('param.revertOf', { revision: formatNumber(one.revision) })}
                onClick={() => void takeBack(one.revision)}
              >
                {t('param.revert')}
              </Button>
            </Permitted>,
          ],
        }
      })}
    />
  )
}

interface ComparisonProps {
  readonly id: string
  readonly revisions: readonly JsonRevision[]
}

const ofDraft = 'draft'

/** A revision beside another, or beside the draft. */
function Comparison({ id, revisions }: ComparisonProps) {
  const [before, setBefore] = useState(revisions[0]?.revision ?? 1)
  const [after, setAfter] = useState<number | null>(null)
  const numbered = revisions.map(({ revision }) => ({
    value: String(revision),
    label: t('param.revisionOf', { revision: formatNumber(revision) }),
  }))
  return (
    <>
      <Group grow align="end">
        <Select
          label={t('json.compareFrom')}
          data={numbered}
          value={String(before)}
          allowDeselect={false}
          onChange={(value) => setBefore(Number(value))}
        />
        <Select
          label={t('json.compareTo')}
          data={[{ value: ofDraft, label: t('param.state.DRAFT') }, ...numbered]}
          value={after === null ? ofDraft : String(after)}
          allowDeselect={false}
          onChange={(value) => setAfter(value === ofDraft ? null : Number(value))}
        />
      </Group>
      <Compared id={id} before={before} after={after} />
    </>
  )
}
