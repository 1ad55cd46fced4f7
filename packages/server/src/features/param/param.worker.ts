import { sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { every } from '../../platform/every.ts'
import { followMoments, openMoments } from './assignment/force.ts'
import { bringParams } from './delivery/bring.ts'
import { paramBell } from './resolve/bell.ts'
import { followParams } from './resolve/follow.ts'
import { judgeAnew, judgeRest } from './rule/judge.ts'

/** Follows what changes about values: what comes into force by the clock, and what each terminal should have. */
export function startParamWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log, live } = platform
  const job = every({ name: 'values of parameters', seconds: 2, log }, () => keepValues(platform))
  const silence = live.onDoorbell(paramBell, job.soon)
  return {
    stop: () => {
      silence()
      return job.stop()
    },
  }
}

/** One round. */
export async function keepValues(platform: Platform): Promise<void> {
  const { moments, changes, due, rules, groups } = await findWork(platform)
  if (rules) await judgeAnew(platform)
  if (moments) await followMoments(platform)
  if (moments || changes) await followParams(platform)
  if (groups || rules || moments || changes || due) await judgeRest(platform)
  if (moments || changes || due) await bringParams(platform)
}

interface Work {
  readonly moments: boolean
  readonly changes: boolean
  readonly due: boolean
  readonly rules: boolean
  readonly groups: boolean
}

const nothing: Work = {
  moments: false,
  changes: false,
  due: false,
  rules: false,
  groups: false,
}

/** What there is to do: mostly nothing, which costs one question. */
async function findWork({ db }: Pick<Platform, 'db'>): Promise<Work> {
  const { rows } = await sql<Work>`select
    exists (select from ${openMoments()} due) as moments,
    exists (select from param_change) or exists (select from param_touched) or exists (select from param_due)
      or exists (select from param_set_tally where slot <> 0) as changes,
    coalesce((select min(due_at) from param_desired where until is null and due_at is not null) <= clock_timestamp(), false) as due,
    exists (select from param_rule where judged_at is null) as rules,
    exists (select from param_group_waiting) as groups`.execute(db)
  return rows[0] ?? nothing
}
