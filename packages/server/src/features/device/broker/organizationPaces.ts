import { organizationsPath } from '@muster/contract'
import type pg from 'pg'
import { every } from '../../../platform/every.ts'
import type { Readiness } from '../../../platform/readiness.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { type MessageGate, openMessageGate, type Waiting } from './messageGate.ts'

/** The messages of an organisation and of all below it, of which so many are taken in a second. */
interface Limit {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly perSecond: number
}

interface Kept extends Limit {
  readonly gate: MessageGate
}

/** A connection: the limits that it is under, as long as nobody changes one, and what of it waits at which. */
interface Under {
  limits: readonly Kept[]
  of: readonly Kept[]
  readonly waiting: Map<Waiting, MessageGate>
}

/** How fast the terminals of organisations send at this gateway, as far as somebody above has said so. */
export interface OrganizationPaces {
  /** Goes on with a message of a connection of the organisation at `path` when it is its turn, mostly at once. */
  readonly pass: (connection: object, path: string, go: () => void) => void
  /** Whether so much of its organisation waits that it is better not to read more of it. */
  readonly isBehind: (connection: object) => boolean
  /** A connection is over: what waits of it is forgotten, its terminal sends it again. */
  readonly leave: (connection: object) => void
  /** Whether somebody's messages wait just now. */
  readonly warning: Readiness
  readonly stop: () => Promise<void>
}

/** An announcement may be lost. */
const lookSeconds = 30

export async function openOrganizationPaces({
  pool,
  live,
  log,
}: Pick<LinkPlatform, 'pool' | 'live' | 'log'>): Promise<OrganizationPaces> {
  let limits: readonly Kept[] = []
  const read = async () => {
    limits = keep(limits, await readLimits(pool))
  }
  const look = every({ name: 'reading the pace of organisations', seconds: lookSeconds, log }, read)
  const end = live.subscribe(({ path }) => {
    if (path === organizationsPath) look.soon()
  })
  await read()
  const slowed = openSlowed()
  const connections = new WeakMap<object, Under>()
  return {
    pass(connection, path, go) {
      // Nobody is limited, as nearly everywhere.
      if (limits.length === 0) return go()
      const under = connections.get(connection) ?? { limits: [], of: [], waiting: new Map() }
      connections.set(connection, under)
      if (under.of !== limits) {
        under.of = limits
        under.limits = limits.filter((limit) => isWithin(path, limit.path))
      }
      through(under, { rest: under.limits, note: slowed.note, go })
    },
    isBehind: (connection) =>
      limits.length > 0 &&
      (connections.get(connection)?.limits.some(({ gate }) => gate.isBehind()) ?? false),
    leave(connection) {
      const under = connections.get(connection)
      for (const [one, gate] of under?.waiting ?? []) gate.leave(one)
      under?.waiting.clear()
    },
    warning: slowed.warning,
    stop() {
      end()
      return look.stop()
    },
  }
}

/** The limits as they are now: what waits keeps its place. One that was lifted stays until nobody waits at it. */
function keep(before: readonly Kept[], found: readonly Limit[]): readonly Kept[] {
  const gates = new Map(before.map(({ id, gate }) => [id, gate]))
  const ids = new Set(found.map(({ id }) => id))
  const lifted = before.filter(({ id, gate }) => !ids.has(id) && !gate.isEmpty())
  for (const { gate } of lifted) gate.set(null)
  const kept = found.map((limit) => {
    const gate = gates.get(limit.id) ?? openMessageGate(limit.perSecond)
    gate.set(limit.perSecond)
    return { ...limit, gate }
  })
  // From the top down: none overtakes another one of its connection.
  return [...kept, ...lifted].toSorted((one, other) => one.path.length - other.path.length)
}

interface Passing {
  readonly rest: readonly Kept[]
  readonly note: (limit: Limit) => void
  readonly go: () => void
}

/** Through the gates of one limit after the other. */
function through(under: Under, { rest: [limit, ...rest], note, go }: Passing): void {
  if (!limit) return go()
  const { gate } = limit
  if (gate.mayPass()) return through(under, { rest, note, go })
  note(limit)
  const one = {
    go() {
      under.waiting.delete(one)
      through(under, { rest, note, go })
    },
  }
  under.waiting.set(one, gate)
  gate.wait(one)
}

/** So long it is said that messages had to wait. */
const toldMs = 60_000

/** Whose messages had to wait lately. */
function openSlowed() {
  const slowedAt = new Map<string, number>()
  return {
    note({ id, name }: Limit) {
      slowedAt.set(id, steadyNow())
      counted.slowed.inc({ organization: name })
    },
    warning: {
      name: 'pace',
      check: async () => {
        const since = steadyNow() - toldMs
        for (const [id, at] of slowedAt) if (at < since) slowedAt.delete(id)
        return slowedAt.size === 0
          ? null
          : `Messages of ${slowedAt.size} organisation(s) come faster than they may: they wait.`
      },
    },
  }
}

const isWithin = (path: string, top: string): boolean => path === top || path.startsWith(`${top}.`)

async function readLimits(pool: pg.Pool): Promise<Limit[]> {
  const { rows } = await pool.query<Limit>({
    name: 'link.paces',
    text: `select id, name, path::text as path, messages_per_second as "perSecond" from organization
      where messages_per_second is not null and deleted_at is null order by path`,
  })
  return rows
}
