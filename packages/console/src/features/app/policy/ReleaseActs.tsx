import {
  orgApks,
  type Release,
  type ReleaseAct,
  type ReleaseState,
  type TextKey,
} from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './policy.module.css'
import { figuresOf } from './ReleaseFacts.tsx'

/** What is offered in each state. */
const acts: Readonly<Record<ReleaseState, readonly ReleaseAct[]>> = {
  RUNNING: ['widen', 'pause', 'stop', 'rollback'],
  PAUSED: ['resume', 'stop', 'rollback'],
  FULL: ['rollback'],
  STOPPED: ['rollback'],
  ROLLED_BACK: [],
}

const sureTexts = {
  stop: 'orgApk.stopSure',
  rollback: 'orgApk.rollbackSure',
} as const satisfies Partial<Record<ReleaseAct, TextKey>>

/** Whoever widens a release is told to how many terminals more it is brought; a large number he types. */
async function isSureToWiden(id: string, version: string): Promise<boolean> {
  const outcome = await outcomeOf(call(orgApks.nextShare, { params: { id } }))
  if ('error' in outcome) return false
  const { percent, count, capped } = outcome.reply
  // Somebody was quicker: what has become of it is the server's to say.
  if (percent === null) return true
  const about = { version, percent: formatPercent(percent / 100), count }
  const text = t(capped ? 'orgApk.widenSureAtLeast' : 'orgApk.widenSure', about)
  const agree = t('orgApk.act.widen')
  return confirm({ title: agree, text, agree, kind: 'ordinary', count })
}

interface ReleaseActsProps {
  readonly policyId: string
  readonly release: Release
}

/** What can be done with the latest release of a policy. */
export function ReleaseActs({ policyId, release }: ReleaseActsProps) {
  const act = useAction(orgApks)
  const send = async (one: ReleaseAct) => {
    const title = t(`orgApk.act.${one}`)
    const sure = one === 'rollback' || one === 'stop' ? sureTexts[one] : null
    // How many it is about stands with the question.
    const text = sure && `${t(sure, { version: release.versionName })} ${figuresOf(release)}.`
    const isSure =
      one === 'widen'
        ? await isSureToWiden(policyId, release.versionName)
        : !text || (await confirm({ title, text, agree: title, kind: 'dangerous' }))
    const said = () => t(`orgApk.did.${one}`, { version: release.versionName })
    if (isSure) await act(orgApks.steer, { params: { id: policyId, act: one } }, said)
  }
  const offered = acts[release.state].filter((one) => one !== 'widen' || release.percent < 100)
  return (
    <Permitted to={orgApks.steer.permission}>
      <div className={classes.acts}>
        {offered.map((one) => (
          <Button
            key={one}
            {...(one === 'rollback' ? { color: 'red' } : { variant: 'default' })}
            onClick={() => void send(one)}
          >
            {t(`orgApk.act.${one}`)}
          </Button>
        ))}
      </div>
    </Permitted>
  )
}
