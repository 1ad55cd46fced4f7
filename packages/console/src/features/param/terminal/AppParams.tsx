import { effectiveParams, type Param, params, type ParamsOfApp } from '@muster/contract'
import { useState } from 'react'
import { MomentInput } from '../../../kit/dates/MomentInput.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Time } from '../../../kit/page/values.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ParamName } from '../assignment/ParamName.tsx'
import { paramPath } from '../assignment/paramPath.ts'
import { DeliveryBadge } from '../assignment/DeliveryBadge.tsx'
import { settled } from '../assignment/paramTexts.ts'
import { BrokenLink } from '../rule/BrokenLink.tsx'
import { pushed } from '../assignment/usePushNow.ts'
import { type Against, AgainstField } from './AgainstField.tsx'
import { Comparison } from './Comparison.tsx'
import { Effective } from './Effective.tsx'
import { PastButton } from './PastButton.tsx'
import classes from './terminal.module.css'
import { type Place, useEffective } from './useEffective.ts'

const AssignmentForm = lazyDialog(() =>
  import('../assignment/AssignmentForm.tsx').then((file) => file.AssignmentForm),
)

interface AppParamsProps {
  readonly deviceId: string
  readonly sn: string
  readonly app: ParamsOfApp
}

/** What a terminal should have of an application, whether it has it, and what it was at other moments. */
export function AppParams({ deviceId, sn, app }: AppParamsProps) {
  const [at, setAt] = useState('')
  const [opened] = useState(() => new Date().toISOString())
  const [against, setAgainst] = useState<Against | null>(null)
  const of = { deviceId, appId: app.appId }
  return (
    <>
      <Head deviceId={deviceId} sn={sn} app={app} />
      {app.unresolved.length > 0 && (
        <Callout title={t('param.unresolved')}>
          <Names of={of} said={app.unresolved.map((pid) => ({ pid, why: null }))} />
        </Callout>
      )}
      <Refused of={of} app={app} />
      <Edited of={of} app={app} />
      <Held app={app} />
      <div className={classes.moments}>
        <MomentInput label={t('param.asAt')} value={at} onChoose={setAt} hint={t('param.now')} />
        <AgainstField of={of} value={against} onChoose={setAgainst} />
        {(at || against) && (
          <Button
            variant="default"
            onClick={() => {
              setAt('')
              setAgainst(null)
            }}
          >
            {t('param.backToNow')}
          </Button>
        )}
      </div>
      {at > opened && <p className={classes.quiet}>{t('param.foretold')}</p>}
      {against?.value ? (
        <Comparison of={of} at={at} against={against} />
      ) : (
        // A change that came meanwhile is read at once.
        <Effective key={`${at} ${app.revision}`} of={of} at={at} />
      )}
    </>
  )
}

interface NamesProps {
  readonly of: Place
  readonly said: ParamsOfApp['refused']
}

/** Parameters as the form calls them, and what is said of each. */
function Names({ of, said }: NamesProps) {
  const { data } = useEffective(of, '')
  const labels = new Map(data?.held?.values.map(({ pid, label }) => [pid, label]))
  return (
    <ul>
      {said.map(({ pid, why }) => (
        <li key={pid}>
          <ParamName pid={pid} label={labels.get(pid) ?? null} />
          {why !== null && <bdi> {why}</bdi>}
        </li>
      ))}
    </ul>
  )
}

interface CalledOutProps extends Pick<AppParamsProps, 'app'> {
  readonly of: Place
}

/** What the application did not take of what it was brought, and why. */
function Refused({ of, app: { refused } }: CalledOutProps) {
  if (refused.length === 0) return null
  return (
    <Callout title={t('param.refused')}>
      <Names of={of} said={refused} />
    </Callout>
  )
}

/** What somebody changed on the terminal. */
function Edited({ of, app: { state, edits } }: CalledOutProps) {
  if (state !== 'DRIFT') return null
  return (
    <Callout title={t('param.edited')}>
      {edits.length === 0 ? (
        <p>{t('param.editedUnknown')}</p>
      ) : (
        <Names of={of} said={edits.map((pid) => ({ pid, why: null }))} />
      )}
    </Callout>
  )
}

/** Rules that hold it back. */
function Held({ app }: Pick<AppParamsProps, 'app'>) {
  if (app.heldBy.length === 0 || app.state === 'APPLIED') return null
  return (
    <Callout title={t('paramRule.held')}>
      <p>{t('paramRule.heldText')}</p>
      <ul>
        {app.heldBy.map(({ ruleId, name }) => (
          <li key={ruleId}>
            <BrokenLink ruleId={ruleId} name={name} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function Head({ deviceId, sn, app }: AppParamsProps) {
  const { appId, appName, templateName, templateRevision, state, waitsFor, revision, since } = app
  const act = useAction(effectiveParams)
  return (
    <div className={classes.head}>
      <div className={classes.who}>
        <h2>
          <bdi>{appName}</bdi> <DeliveryBadge state={state} waitsFor={waitsFor} />
        </h2>
        <p>
          {t('param.heldRevision', { revision: formatNumber(revision) })} · <Time at={since} /> ·{' '}
          <bdi>
            {t('param.templateOf', { name: templateName, rev: formatNumber(templateRevision) })}
          </bdi>
        </p>
        <p>
          <Proof {...app} />
        </p>
      </div>
      <OwnButton deviceId={deviceId} sn={sn} app={app} />
      <PastButton of={{ deviceId, sn, appId, appName, hasFiles: true }} />
      {!settled.has(state) && (
        <Permitted to={effectiveParams.bring.permission}>
          <Button
            onClick={() =>
              void act(effectiveParams.bring, { params: { deviceId, appId } }, ({ count }) =>
                pushed(count),
              )
            }
          >
            {t('param.push')}
          </Button>
        </Permitted>
      )}
    </div>
  )
}

/** To what is said of this terminal alone, or begins it. */
function OwnButton({ deviceId, sn, app: { appId } }: AppParamsProps) {
  const form = useDialog<Param>()
  const { data } = useEffective({ deviceId, appId }, '')
  const own = data?.held?.values.find(({ source }) => source === 'DEVICE')?.assignmentId
  return (
    <Permitted to={params.add.permission}>
      <Button variant="default" onClick={() => (own ? navigate(paramPath(own)) : form.open())}>
        {t('param.ownValues')}
      </Button>
      <AssignmentForm dialog={form} start={{ name: sn, appId, level: 'DEVICE', deviceId }} />
    </Permitted>
  )
}

/** What the terminal itself says that it runs with. */
function Proof({ isProved, provedAt }: ParamsOfApp) {
  if (isProved === null) return t('param.provedNever')
  return (
    <>
      {t(isProved ? 'param.proved' : 'param.provedOther')} · <Time at={provedAt} />
    </>
  )
}
