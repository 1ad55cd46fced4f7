import { countCap, mostWaiting, noContact, type PlanFigure } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { beginsWith } from '../../../kit/page.ts'

/** Which terminals of a plan are asked for. */
export interface Looked {
  readonly id: string
  /** Null: of every wave. */
  readonly wave: number | null
  readonly figure?: PlanFigure | undefined
  /** Those alone that have not ended. */
  readonly isOpen?: boolean
  /** What their serial numbers begin with. */
  readonly prefix?: string | undefined
}

/** As many as a list counts, and one more that tells that there are others. */
const listed = countCap + 1

/** Where so many were found there may be others. */
export const mostOf = ({ isOpen }: Pick<Looked, 'isOpen'>): number =>
  isOpen ? mostWaiting : listed

const early = ['CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED']
const active = ['ACKED', 'RUNNING', 'DEFERRED', 'CANCELLING']

/** Where each figure is kept: what items say, what was found since, or who is looked at. */
const placesOf: Readonly<Record<PlanFigure, readonly Place[]>> = {
  succeeded: [{ outcomes: ['CONFIRMED'] }],
  installed: ['checks'],
  active: [{ items: active }],
  waiting: ['unreleased', 'expanding', { items: early }],
  failed: [{ items: ['FAILED', 'REFUSED', 'TIMEOUT'] }],
  noContact: [{ outcomes: ['NO_CONTACT'] }, { items: ['RUNNING'], step: noContact }],
  unwell: [{ outcomes: ['UNWELL', 'NO_PAYMENTS'] }],
  leftOut: [
    { outcomes: ['EXCLUDED'] },
    'unreached',
    { items: ['FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED', 'EXPIRED', 'CANCELLED'] },
  ],
}

type Place =
  | 'unreleased'
  | 'unreached'
  | 'expanding'
  | 'checks'
  | { readonly outcomes: readonly string[] }
  | { readonly items: readonly string[]; readonly step?: string }

const openPlaces: readonly Place[] = ['unreleased', 'checks', { items: [...early, ...active] }]

/**
 * The ids of terminals of a plan that may be what is asked for, found by indexes and no more of them than
 * lists count, or {@link mostWaiting} of those that wait: what it costs does not grow with the wave. Whoever asks
 * judges each. Where there are more than that, which ones are found may change from one question to the next.
 */
export function lookedAt(looked: Looked, seen: RawBuilder<SqlBool> | null): RawBuilder<unknown> {
  const { prefix, figure, isOpen } = looked
  const most = mostOf(looked)
  const named = prefix === undefined ? null : beginsWith(sql`device.sn`, prefix)
  const isSeen = named && seen ? sql<SqlBool>`(${named} and ${seen})` : (named ?? seen)
  const places = isOpen ? openPlaces : figure ? placesOf[figure] : null
  if (!places) return targets(looked, sql<SqlBool>`true`, isSeen)
  const all = places.map((place) => sql`(${foundIn(looked, place, isSeen)})`)
  return sql`select device_id from (${sql.join(all, sql` union `)}) as found order by 1 limit ${most}`
}

function foundIn(looked: Looked, place: Place, isSeen: RawBuilder<SqlBool> | null) {
  if (place === 'unreleased') return targets(looked, unreleased, isSeen)
  if (place === 'unreached')
    return targets(
      looked,
      sql`${unreleased} and exists (select from plan where id = ${looked.id} and ended_at is not null)`,
      isSeen,
    )
  // Their items are being written.
  if (place === 'expanding')
    return targets(
      looked,
      sql`target.part in (select made.part from plan_push made join push on push.id = made.push_id
        where made.plan_id = ${looked.id} and push.expanded_at is null and push.ended_at is null)`,
      isSeen,
    )
  if (place === 'checks')
    return sql`select target.device_id from plan_check target ${joined(isSeen)}
      where ${ofWave(looked)} and ${isSeen ?? sql`true`} order by 1 limit ${mostOf(looked)}`
  if ('outcomes' in place)
    return targets(looked, sql`target.outcome = any(${[...place.outcomes]}::text[])`, isSeen)
  return items(looked, place, isSeen)
}

const unreleased = sql<SqlBool>`target.part is null and target.outcome is null`

const joined = (isSeen: RawBuilder<SqlBool> | null) =>
  isSeen ? sql`join device on device.id = target.device_id` : sql``

const ofWave = ({ id, wave }: Looked) =>
  sql`target.plan_id = ${id} and ${wave === null ? sql`true` : sql`target.wave = ${wave}`}`

const targets = (looked: Looked, so: RawBuilder<SqlBool>, isSeen: RawBuilder<SqlBool> | null) =>
  sql`select target.device_id from plan_target target ${joined(isSeen)}
    where ${ofWave(looked)} and ${so} and ${isSeen ?? sql`true`} order by 1 limit ${mostOf(looked)}`

/** Of each push and state the first ones that their index has: asked for an order, all of them would be read and sorted. */
const items = (
  looked: Looked,
  { items: states, step }: { readonly items: readonly string[]; readonly step?: string },
  isSeen: RawBuilder<SqlBool> | null,
) => sql`select target.device_id
  from plan_push made cross join unnest(${[...states]}::text[]) as wanted (state)
    cross join lateral (select target.device_id from push_item target ${joined(isSeen)}
      where target.push_id = made.push_id and target.state = wanted.state and ${bornWith(sql`target.id`)}
        and ${step === undefined ? sql`true` : sql`target.step = ${step}`} and ${isSeen ?? sql`true`}
      limit ${mostOf(looked)}) as target
  where made.plan_id = ${looked.id} and made.purpose = 'FORTH'
    and ${looked.wave === null ? sql`true` : sql`made.wave = ${looked.wave}`}`

/** Items carry the moment of the push of a plan that `made` them: so one month is looked into. */
export const bornWith = (item: RawBuilder<unknown>, made: RawBuilder<unknown> = sql`made`) =>
  sql<SqlBool>`${item} between (left(${made}.push_id::text, 13) || '-0000-0000-000000000000')::uuid
    and (left(${made}.push_id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid`
