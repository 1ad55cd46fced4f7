import { type Param, params, type ReplyOf } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { useCountTyped } from '../../../kit/dialog/useCountTyped.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { formatDateTime, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import classes from './assignment.module.css'
import { Differences } from './Differences.tsx'
import { Outside } from './Outside.tsx'
import { Asked } from './Asked.tsx'
import { BrokenLink } from '../rule/BrokenLink.tsx'
import { severityTexts, severityTones } from '../rule/ruleTexts.ts'
import { paramPath } from './paramPath.ts'
import { levelTexts } from './paramTexts.ts'
import { Reach } from './Reach.tsx'
import { useNote } from './useNote.tsx'

/** Puts what the draft says in force, after showing for how many terminals and what changes. */
export function ActivateDialog({ dialog }: { readonly dialog: Dialog<Param> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('param.activateOf', { name: record?.name ?? '' })}
      size="lg"
    >
      {record && <Activate key={`${record.id} ${record.version}`} param={record} close={close} />}
    </DialogFrame>
  )
}

interface ActivateProps {
  readonly param: Param
  readonly close: () => void
}

function Activate({ param, close }: ActivateProps) {
  const { id, version, state, askedByName } = param
  const { said, fields } = useNote()
  const [now] = useState(Date.now)
  const me = useSession(({ user }) => user?.userName)
  const act = useAction(params)
  const impact = useQuery({
    ...query(params.impact, { params: { id } }),
    // What is agreed to is what is so now.
    staleTime: 0,
  })
  const { isTyped, field } = useCountTyped(impact.data?.count)
  const isAsked = state === 'PENDING_APPROVAL'
  const isOwnAsking = isAsked && askedByName === me
  const mayAgree = !isAsked || (impact.data?.mayAgree ?? false)
  const { submit, isSending } = useSubmit(async () => {
    const { count } = impact.data ?? {}
    if (count === undefined) return
    const body = { version, count, ...said }
    if (await act(params.activate, { params: { id }, body }, (row) => become(row, now))) close()
    else void impact.refetch()
  })
  return (
    <form className={classes.dialog} onSubmit={submit}>
      <Loaded query={impact} permission={params.impact.permission}>
        {(told) => (
          <>
            <Reach
              of={param}
              count={told.count}
              from={isLater(param, now) ? param.effectiveFrom : null}
            />
            {isAsked && (
              <Asked by={askedByName} isOwnAsking={isOwnAsking} mayAgree={told.mayAgree} />
            )}
            {!isAsked && told.needsApproval && (
              <Callout title={t('param.needsApproval')}>{t('param.needsApprovalText')}</Callout>
            )}
            <Outside param={param} outside={told.outside} />
            <Broken {...told} />
            <Changes {...told} />
            <Others {...told} />
          </>
        )}
      </Loaded>
      {fields}
      {mayAgree && field}
      <FormFooter
        agree={agreeKey(isAsked && !(isOwnAsking && mayAgree), impact.data?.needsApproval ?? false)}
        isSending={isSending}
        close={close}
        isDisabled={!impact.data || !mayAgree || !isTyped}
      />
    </form>
  )
}

const agreeKey = (isAsked: boolean, needsApproval: boolean) => {
  if (isAsked) return 'param.agree'
  return needsApproval ? 'param.ask' : 'param.activate'
}

type Impact = ReplyOf<(typeof params)['impact']>

type ChangesProps = Pick<Impact, 'differences' | 'inherited' | 'hiddenCount'>

function Changes({ differences, inherited, hiddenCount }: ChangesProps) {
  const hidden = hiddenCount > 0 && (
    <p className={classes.quiet}>
      {t('param.hiddenDifferences', { count: formatNumber(hiddenCount) })}
    </p>
  )
  if (differences.length === 0)
    return hidden || <p className={classes.quiet}>{t('param.noDifferences')}</p>
  return (
    <>
      <Differences
        label={t('param.differences')}
        titles={[t('param.before'), t('param.after')]}
        differences={differences}
        none={t('param.inherited')}
        inherited={inherited}
      />
      {hidden}
    </>
  )
}

/** Rules over many terminals that it would break. */
function Broken({ broken }: Pick<Impact, 'broken'>) {
  if (broken === null) return <p className={classes.quiet}>{t('paramRule.notTried')}</p>
  if (broken.length === 0) return null
  return (
    <Callout title={t('paramRule.brokenTitle')}>
      <ul className={classes.links}>
        {broken.map(({ ruleId, name, severity, count, sns }) => (
          <li key={ruleId}>
            <BrokenLink ruleId={ruleId} name={name} />{' '}
            <StatusBadge tone={severityTones[severity]}>{t(severityTexts[severity])}</StatusBadge>{' '}
            {t('paramRule.terminalsOf', { count: formatNumber(count) })} <Ltr>{sns.join(' ')}</Ltr>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** Who else speaks of these terminals: the nearer one wins, parameter by parameter. */
function Others({ others }: Pick<Impact, 'others'>) {
  if (others.length === 0) return null
  return (
    <div>
      <p>{t('param.others')}</p>
      <OtherLinks others={others.slice(0, mostOthers)} />
      {others.length > mostOthers && (
        <details>
          <summary>
            {t('paramTemplate.moreChanges', { shown: formatNumber(others.length - mostOthers) })}
          </summary>
          <OtherLinks others={others.slice(mostOthers)} />
        </details>
      )}
    </div>
  )
}

/** So many stand there at once: what changes is not to be pushed out of sight by them. */
const mostOthers = 5

const OtherLinks = ({ others }: Pick<Impact, 'others'>) => (
  <ul className={classes.links}>
    {others.map(({ id, name, level, targetName }) => (
      <li key={id}>
        <a href={`#${paramPath(id)}`}>
          <bdi>{name}</bdi>
        </a>{' '}
        <span className={classes.quiet}>
          {t('param.otherAt', { level: t(levelTexts[level]), name: targetName })}
        </span>
      </li>
    ))}
  </ul>
)

const isLater = ({ effectiveFrom }: Param, now: number): boolean =>
  effectiveFrom !== null && Date.parse(effectiveFrom) > now

/** What has become of it, in words. */
function become(row: Param, now: number): string {
  const { name, state, revision } = row
  if (state === 'PENDING_APPROVAL') return t('param.asked', { name })
  return isLater(row, now)
    ? t('param.scheduled', { name, at: formatDateTime(row.effectiveFrom ?? '') })
    : t('param.activated', { name, revision: formatNumber(revision ?? 0) })
}
