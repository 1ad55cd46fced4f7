import type { TodoRecord } from '@muster/contract'
import { alarmKindText } from '../../../alarm/index.ts'
import classes from '../tiles.module.css'

interface RecordsProps {
  /** Undefined: not known yet, or not to be read. */
  readonly records: readonly TodoRecord[] | undefined
  /** How many there are in all. */
  readonly count: number
}

/** The first records of a list that somebody has to see to, in its order. */
export function Records({ records = [], count }: RecordsProps) {
  return (
    <span className={classes.records}>
      {records.map(({ id, name, kind }) => (
        <span key={id}>
          <bdi>{name || id}</bdi>
          {kind !== null && <> · {alarmKindText(kind)}</>}
        </span>
      ))}
      {records.length > 0 && count > records.length && <span aria-hidden="true">…</span>}
    </span>
  )
}
