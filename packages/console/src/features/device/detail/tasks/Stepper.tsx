import type { TaskItem, TextKey } from '@muster/contract'
import { formatDateTimeSeconds, formatPercent, formatMoment } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'
import { commandText, stateText } from '../../command/commandTexts.ts'
import classes from './tasks.module.css'
import { type End, type Step, type StepName, wayOf } from './steps.ts'

const nameTexts: Readonly<Record<StepName, TextKey>> = {
  queued: 'device.step.queued',
  published: 'device.step.published',
  delivered: 'device.step.delivered',
  acknowledged: 'device.step.acknowledged',
  running: 'device.step.running',
}

/** The way of a command through its states, each with its time. */
export function Stepper({ item }: { readonly item: TaskItem }) {
  const { steps, end } = wayOf(item)
  return (
    <ol
      className={classes.steps}
      aria-label={t('device.steps', { command: commandText(item.cmd) })}
    >
      {steps.map((step) => (
        <li
          key={step.name}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <StepMark state={step.state} />
          <span className={classes.stepName}>{nameOf(step, item)}</span>
          <StepTime step={step} />
        </li>
      ))}
      <li data-state={end}>
        <StepMark state={end} />
        <span className={classes.stepName}>
          {end === 'ahead' ? t('device.task.SUCCESS') : stateText(item.state)}
        </span>
        <StepTime step={{ state: end === 'ahead' ? 'ahead' : 'done', at: item.endedAt }} />
      </li>
    </ol>
  )
}

function nameOf({ name, state }: Step, { percent, state: itemState }: TaskItem): string {
  if (name === 'running' && percent !== null && state !== 'ahead') {
    return t('device.progressOf', { percent: formatPercent(percent / 100) })
  }
  if (state === 'now' && (itemState === 'DEFERRED' || itemState === 'CANCELLING'))
    return stateText(itemState)
  return t(nameTexts[name])
}

const words: Readonly<Record<Step['state'], TextKey>> = {
  done: 'device.step.passed',
  passed: 'device.step.passed',
  now: 'device.step.now',
  ahead: 'device.step.waiting',
  skipped: 'device.step.skipped',
}

function StepTime({ step: { at, state } }: { readonly step: Pick<Step, 'at' | 'state'> }) {
  if (at === null) return <span className={classes.stepTime}>{t(words[state])}</span>
  return (
    <time className={classes.stepTime} dateTime={at} title={formatDateTimeSeconds(at)}>
      {formatMoment(at)}
    </time>
  )
}

const shapes: Readonly<Record<Step['state'] | End, string>> = {
  done: 'M5.5 10.5 8.8 13.8 14.5 7',
  good: 'M5.5 10.5 8.8 13.8 14.5 7',
  passed: 'M5.5 10.5 8.8 13.8 14.5 7',
  skipped: 'M6 10h8',
  bad: 'M6.5 6.5l7 7M13.5 6.5l-7 7',
  now: 'M10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  ahead: '',
}

function StepMark({ state }: { readonly state: Step['state'] | End }) {
  return (
    <svg className={classes.mark} viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="9" />
      <path d={shapes[state]} />
    </svg>
  )
}
