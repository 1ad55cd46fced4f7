import { effectiveParams, type Param, params, type ParamsOfApp } from '@muster/contract'
import { useState } from 'react'
import { MomentInput } from '../../../kit/dates/MomentInput.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { formatNumber } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
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
import { useEffective } from './useEffective.ts'

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
          <p>
            {app.unresolved.map((pid) => (
              <span key={pid}>
                <Ltr>{pid}</Ltr>{' '}
              </span>
            ))}
          </p>
        </Callout>
      )}
      <Refused app={app} />
      <Edited app={app} />
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

/** What the application did not take of what it was brought, and why. */
function Refused({ app: { refused } }: Pick<AppParamsProps, 'app'>) {
  if (refused.length === 0) return null
  return (
    <Callout title={t('param.refused')}>
      <ul>
        {refused.map(({ pid, why }) => (
          <li key={pid}>
            <Ltr>{pid}</Ltr> {why !== null && <bdi>{why}</bdi>}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** What somebody changed on the terminal. */
function Edited({ app: { state, edits } }: Pick<AppParamsProps, 'app'>) {
  if (state !== 'DRIFT') return null
  return (
    <Callout title={t('param.edited')}>
      <p>
        {edits.length === 0
          ? t('param.editedUnknown')
          : edits.map((pid) => (
              <span key={pid}>
                <Ltr>{pid}</Ltr>{' '}
              </span>
            ))}
      </p>
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
