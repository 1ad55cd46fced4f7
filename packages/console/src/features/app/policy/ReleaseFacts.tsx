import type { Release, TextKey } from '@muster/contract'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { useSession } from '../../../kit/session.ts'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { stateTexts, stateTones } from '../../push/index.ts'
import { FactList } from '../FactList.tsx'
import classes from './policy.module.css'
import { releaseTexts, releaseTones } from './policyTexts.ts'

const share = (percent: number) => formatPercent(percent / 100)

/** Where the latest release of a policy stands, what comes next and when, and its tasks. */
export function ReleaseFacts({ release }: { readonly release: Release }) {
  const { versionName, reason, pushes } = release
  const facts: [string, React.ReactNode][] = [
    [t('orgApk.releaseVersion'), <bdi key="version">{versionName}</bdi>],
    [t('orgApk.standing'), <ReleaseBadge key="state" release={release} />],
    [t('orgApk.steps'), <Steps key="steps" release={release} />],
    [t('orgApk.soFar'), figuresOf(release)],
    [t('orgApk.startAt'), <Time key="at" at={release.startedAt} />],
  ]
  const next = nextOf(release)
  if (next) facts.push([t('orgApk.nextStep'), next])
  if (reason) facts.push([t('orgApk.whyStopped'), t(reason)])
  if (pushes.length > 0) facts.push([t('orgApk.tasks'), <Tasks key="tasks" pushes={pushes} />])
  return <FactList facts={facts} />
}

/** State and share of a release. */
export const ReleaseBadge = ({ release }: { readonly release: Release }) => (
  <StatusBadge tone={releaseTones[release.state]}>
    {t('orgApk.releasePercent', {
      state: t(releaseTexts[release.state]),
      percent: share(release.percent),
    })}
  </StatusBadge>
)

/** The shares that it goes through: those it has passed are filled, the one it stands at is marked. */
export const Steps = ({ release: { steps, percent, state } }: { readonly release: Release }) => (
  <ol className={classes.steps} data-tone={releaseTones[state]}>
    {steps.map((step) => (
      <li
        key={step}
        data-done={step <= percent || undefined}
        aria-current={step === percent ? 'step' : undefined}
      >
        {share(step)}
      </li>
    ))}
  </ol>
)

/** How many terminals it reached, and what became of it there. */
export const figuresOf = ({ reached, succeeded, failed }: Release) =>
  t('orgApk.reached', {
    reached: formatNumber(reached),
    succeeded: formatNumber(succeeded),
    failed: formatNumber(failed),
  })

function nextOf({ state, nextPercent, successPercent, errorPercent, minResults }: Release) {
  if (state !== 'RUNNING' && state !== 'PAUSED') return null
  const values = { success: share(successPercent), results: formatNumber(minResults) }
  return (
    <>
      {nextPercent === null
        ? t('orgApk.nextFull', values)
        : t('orgApk.nextShare', { ...values, percent: share(nextPercent) })}
      <br />
      {t('orgApk.stopsFrom', { percent: share(errorPercent) })}
    </>
  )
}

const purposeTexts: Readonly<Record<Release['pushes'][number]['purpose'], TextKey>> = {
  FORTH: 'orgApk.purpose.FORTH',
  BACK: 'orgApk.purpose.BACK',
  OFF: 'orgApk.purpose.OFF',
}

function Tasks({ pushes }: Pick<Release, 'pushes'>) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  return (
    <ul className={classes.tasks}>
      {pushes.map(({ id, taskNo, purpose, percent, state }) => (
        <li key={id}>
          {path === null ? <Ltr>{taskNo}</Ltr> : <a href={`#${path}?push=${id}`}>{taskNo}</a>}{' '}
          {t(purposeTexts[purpose], { percent: share(percent ?? 100) })}{' '}
          <StatusBadge tone={stateTones[state]}>{t(stateTexts[state])}</StatusBadge>
        </li>
      ))}
    </ul>
  )
}
