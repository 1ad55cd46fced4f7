import { type Action, type ActionDetail, actionLog } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import { Loaded } from '../../kit/page/Screen.tsx'
import { Ltr } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { formatDateTimeSeconds, formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Callout } from '../../ui/form/Callout.tsx'
import { changesOf } from './changes.ts'
import { Fact, Facts } from '../../kit/page/Facts.tsx'
import { fieldLabel, valueLabel } from './fieldLabel.ts'
import classes from './log.module.css'
import { DoneBy, factorText, Seconds, Target, whoActed } from './logColumns.tsx'

/** One entry of the action log: the call, what it changed, and whether the entry is untouched. */
export function ActionDialog({ dialog }: { readonly dialog: Dialog<Action> }) {
  return (
    <DialogFrame title={t('log.detail')} isOpen={dialog.isOpen} close={dialog.close} size="80rem">
      {dialog.record && <Detail action={dialog.record} />}
    </DialogFrame>
  )
}

function Detail({ action: { id, at } }: { readonly action: Action }) {
  const detail = useQuery(query(actionLog.detail, { query: { id, at } }))
  return (
    <Loaded query={detail} permission={actionLog.detail.permission}>
      {(entry) => (
        <>
          <SealNote seal={entry.seal} />
          <ActionFacts entry={entry} />
          <Changes entry={entry} />
          {entry.request !== null && (
            <>
              <h3 className={classes.heading}>{t('log.request')}</h3>
              <pre className={classes.json} dir="ltr">
                {JSON.stringify(entry.request, null, 2)}
              </pre>
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

function SealNote({ seal: { state, seq, sealedAt } }: Pick<ActionDetail, 'seal'>) {
  if (state === 'changed') return <Callout title={t('log.seal')}>{t('log.seal.changed')}</Callout>
  if (state === 'waiting') return <p className={classes.seal}>{t('log.seal.waiting')}</p>
  const time = formatDateTimeSeconds(sealedAt)
  return <p className={classes.seal}>{t('log.seal.sealed', { seq: formatNumber(seq), time })}</p>
}

function ActionFacts({ entry }: { readonly entry: ActionDetail }) {
  return (
    <Facts apart>
      <Fact name={t('log.at')}>
        <Seconds at={entry.at} />
      </Fact>
      <Fact name={t('log.user')}>
        <bdi>{whoActed(entry)}</bdi>
      </Fact>
      <Fact name={t('log.org')}>
        <bdi>{entry.orgName}</bdi>
      </Fact>
      <Fact name={t('log.action')}>{entry.sentence}</Fact>
      <Fact name={t('log.permission')}>
        <Permission permission={entry.permission} />
      </Fact>
      <Fact name={t('log.call')}>
        <Ltr>
          {entry.method} {entry.path}
        </Ltr>
      </Fact>
      <Fact name={t('log.code')}>
        <Ltr>{String(entry.code)}</Ltr>
      </Fact>
      <Fact name={t('log.target')}>
        <Target action={entry} />
      </Fact>
      <Fact name={t('log.targetIds')}>
        <Ltr>{entry.targetIds.join(', ')}</Ltr>
      </Fact>
      <Fact name={t('log.ip')}>
        <Ltr>{entry.ip}</Ltr>
      </Fact>
      <Fact name={t('log.doneBy')}>
        <DoneBy {...entry} />
      </Fact>
      <Fact name={t('log.program')}>
        <Ltr>{entry.userAgent}</Ltr>
      </Fact>
      <Fact name={t('log.factor')}>{factorText(entry)}</Fact>
      <Fact name={t('log.duration')}>
        {t('log.milliseconds', { count: formatNumber(entry.durationMs) })}
      </Fact>
      <Fact name={t('log.requestId')}>
        <Ltr>{entry.requestId}</Ltr>
      </Fact>
    </Facts>
  )
}

function Changes({ entry }: { readonly entry: ActionDetail }) {
  const changes = changesOf(entry.before, entry.after, (member, value) =>
    valueLabel(entry.path, member, value),
  )
  if (changes.length === 0) return <p>{t('log.noChanges')}</p>
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('log.field')}</th>
          <th scope="col">{t('log.before')}</th>
          <th scope="col">{t('log.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ member, before, after }) => (
          <tr key={member}>
            <th scope="row">
              <Field path={entry.path} member={member} />
            </th>
            <td>
              <bdi>{before}</bdi>
            </td>
            <td>
              <bdi>{after}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The right that the call asked for; some ask for none. */
function Permission({ permission }: Pick<ActionDetail, 'permission'>) {
  if (permission === 'signedIn') return t('log.permission.signedIn')
  if (permission === 'public') return t('log.permission.public')
  return <Ltr>{permission}</Ltr>
}

/** A field as its screen calls it; one that no screen shows by its name on the wire. */
function Field({ path, member }: { readonly path: string; readonly member: string }) {
  const label = fieldLabel(path, member)
  return label === null ? <code dir="ltr">{member}</code> : <span title={member}>{label}</span>
}
