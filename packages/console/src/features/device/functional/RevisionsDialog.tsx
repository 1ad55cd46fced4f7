import {
  type Functional,
  type FunctionalRevision,
  type FunctionalSettings,
  functionalNames,
  functionals,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { StatusBadge, Time, Words } from '../../../kit/page/values.tsx'
import { call } from '../../../kit/call.ts'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './functional.module.css'
import { isAgreed } from './PublishDialog.tsx'
import { SettingValue } from './SettingValue.tsx'

/** What was in force and since when; two of them side by side, and an earlier one brought back. */
export function RevisionsDialog({ dialog }: { readonly dialog: Dialog<Functional> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      looksOnly
      isOpen={isOpen}
      close={close}
      title={t('functional.revisionsOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && <Revisions key={record.id} profile={record} />}
    </DialogFrame>
  )
}

function Revisions({ profile }: { readonly profile: Functional }) {
  const { id } = profile
  const told = useQuery(query(functionals.revisions, { params: { id } }))
  return (
    <Loaded query={told} permission={functionals.revisions.permission}>
      {(revisions) =>
        revisions.length === 0 ? (
          <p className={classes.quiet}>{t('functional.notPublished')}</p>
        ) : (
          <div className={classes.dialog}>
            <RevisionTable profile={profile} revisions={revisions} />
            {revisions.length > 1 && <Comparison revisions={revisions} />}
          </div>
        )
      }
    </Loaded>
  )
}

interface RevisionTableProps {
  readonly profile: Functional
  readonly revisions: readonly FunctionalRevision[]
}

function RevisionTable({ profile: { id, name }, revisions }: RevisionTableProps) {
  const act = useAction(functionals)
  const bringBack = async (revision: number) => {
    const params = { id }
    // As it is now: the list behind the dialog may be older.
    const read = await outcomeOf(
      Promise.all([call(functionals.detail, { params }), call(functionals.impact, { params })]),
    )
    if ('error' in read) return
    const [{ version }, { count }] = read.reply
    if (!(await isAgreed(name, count))) return
    const body = { version, count, revision }
    await act(functionals.rollback, { params, body }, (row) =>
      t('functional.published', { name, revision: formatNumber(row.revision ?? 0) }),
    )
  }
  return (
    <PlainTable
      label={t('functional.revisions')}
      titles={[
        t('functional.revision'),
        t('functional.state'),
        t('functional.publishedAt'),
        t('functional.publishedBy'),
        t('functional.devices'),
        t('functional.note'),
        t('kit.actions'),
      ]}
      rows={revisions.map((one) => ({
        key: String(one.revision),
        cells: [
          formatNumber(one.revision),
          <StatusBadge key="state" tone={one.state === 'PUBLISHED' ? 'good' : 'neutral'}>
            {t(`functional.state.${one.state}`)}
          </StatusBadge>,
          <Time key="at" at={one.publishedAt} />,
          <Words key="by">{one.publishedBy}</Words>,
          formatNumber(one.deviceCount),
          <Words key="note">
            {one.note ??
              (one.restores && t('functional.restores', { revision: formatNumber(one.restores) }))}
          </Words>,
          one.state === 'SUPERSEDED' && (
            <Permitted key="back" to={functionals.rollback.permission}>
              <Button
                size="xs"
                variant="default"
                aria-label={t('functional.rollbackOf', { revision: formatNumber(one.revision) })}
                onClick={() => void bringBack(one.revision)}
              >
                {t('functional.rollback')}
              </Button>
            </Permitted>
          ),
        ],
      }))}
    />
  )
}

function Comparison({ revisions }: { readonly revisions: readonly FunctionalRevision[] }) {
  const [newest, before] = revisions
  const [first, setFirst] = useState(before?.revision)
  const [second, setSecond] = useState(newest?.revision)
  const of = (wanted: number | undefined): Partial<FunctionalSettings> =>
    revisions.find(({ revision }) => revision === wanted)?.settings ?? {}
  const [left, right] = [of(first), of(second)]
  const changed = functionalNames().filter(
    (name) => JSON.stringify(left[name] ?? null) !== JSON.stringify(right[name] ?? null),
  )
  const title = (revision: number | undefined) =>
    t('functional.revisionOf', { revision: formatNumber(revision ?? 0) })
  const choices = revisions.map(({ revision }) => ({
    value: String(revision),
    label: title(revision),
  }))
  return (
    <>
      <div className={classes.parts}>
        <Select
          label={t('functional.compare')}
          data={choices}
          value={String(first)}
          allowDeselect={false}
          onChange={(value) => setFirst(Number(value))}
        />
        <Select
          label={t('functional.compareWith')}
          data={choices}
          value={String(second)}
          allowDeselect={false}
          onChange={(value) => setSecond(Number(value))}
        />
      </div>
      {changed.length === 0 ? (
        <p className={classes.quiet}>{t('functional.sameAs')}</p>
      ) : (
        <PlainTable
          label={t('functional.changes')}
          titles={[t('functional.effective.setting'), `${title(first)} `, title(second)]}
          rows={changed.map((name) => ({
            key: name,
            cells: [
              t(`functional.set.${name}`),
              <SettingValue key="left" settings={left} name={name} />,
              <SettingValue key="right" settings={right} name={name} />,
            ],
          }))}
          size="small"
        />
      )}
    </>
  )
}
