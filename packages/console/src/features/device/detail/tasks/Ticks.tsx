import type { TextKey } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'
import classes from './tasks.module.css'
import { type Tick, type TickName, type Ticks as TickSet, tickNames } from './ticks.ts'

type TickState = Tick['state']

const nameTexts: Readonly<Record<TickName, TextKey>> = {
  handed: 'device.tick.handed',
  accepted: 'device.tick.accepted',
  done: 'device.tick.applied',
  proved: 'device.tick.proven',
}

const stateTexts: Readonly<Record<TickState, TextKey>> = {
  yes: 'device.tick.yes',
  no: 'device.tick.no',
  open: 'device.tick.open',
  never: 'device.tick.unknown',
}

const shapes: Readonly<Record<TickState, string>> = {
  yes: 'M3 8.5 6.5 12 13 4.5',
  no: 'M4 4l8 8M12 4l-8 8',
  open: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  never: 'M4 8h8',
}

/** How certain the result of a command is, in four marks. */
export function Ticks({ ticks }: { readonly ticks: TickSet }) {
  const says = tickNames.map((name) => saysOf(name, ticks)).join('; ')
  return (
    <span className={classes.ticks} role="img" aria-label={says} title={says}>
      {tickNames.map((name) => (
        <span key={name} data-state={ticks[name].state}>
          <Mark state={ticks[name].state} />
        </span>
      ))}
    </span>
  )
}

/** The same with words beside the marks. */
export function TickLegend({ ticks }: { readonly ticks: TickSet }) {
  return (
    <ul className={classes.legend}>
      {tickNames.map((name) => (
        <li key={name} data-state={ticks[name].state}>
          <Mark state={ticks[name].state} />
          {saysOf(name, ticks)}
        </li>
      ))}
    </ul>
  )
}

const saysOf = (name: TickName, ticks: TickSet): string =>
  `${t(nameTexts[name])}: ${t(stateTexts[ticks[name].state])}`

function Mark({ state }: { readonly state: TickState }) {
  return (
    <svg className={classes.tick} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[state]} />
    </svg>
  )
}
