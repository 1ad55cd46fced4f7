import {
  appKinds,
  commandNames,
  type HappenedKind,
  happenedKinds,
  mostHappened,
  mqttApks,
  mqttTasks,
  orgApks,
  plans,
  type ReplyOf,
  type workbench,
} from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { begunReleases } from '../../app/index.ts'
import { type Begun, begunPushes, type BegunQuery } from '../../device/index.ts'
import { begunPlans } from '../../upgrade/index.ts'
import type { EstateFilter } from '../asked.ts'
import type { Span } from '../span.rules.ts'

interface Kind {
  /** Whoever may open the list in which the record stands. */
  readonly permission: string
  readonly read: (ctx: Context, query: BegunQuery) => Promise<Begun[]>
}

const kinds: Readonly<Record<HappenedKind, Kind>> = {
  TASK: {
    permission: mqttTasks.page.permission,
    read: (ctx, query) => begunPushes(ctx, query, commandNames),
  },
  APP: {
    permission: mqttApks.page.permission,
    read: (ctx, query) => begunPushes(ctx, query, appKinds),
  },
  PLAN: { permission: plans.page.permission, read: begunPlans },
  RELEASE: { permission: orgApks.page.permission, read: begunReleases },
}

type Happened = ReplyOf<typeof workbench.happened>

/** What was begun for terminals within a time, the latest first. */
export async function begunWithin(
  ctx: Context,
  filter: EstateFilter,
  span: Span,
): Promise<Happened> {
  const query = { ...filter, ...span, most: mostHappened }
  const found: Happened = []
  for (const kind of happenedKindsOf(ctx))
    found.push(...(await kinds[kind].read(ctx, query)).map((begun) => ({ kind, ...begun })))
  return found.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, mostHappened)
}

const happenedKindsOf = ({ principal }: Context) =>
  happenedKinds.filter((kind) => mayCall(principal, kinds[kind].permission))
