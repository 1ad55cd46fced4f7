import {
  type DetailedPush,
  type PushOptions,
  pushOptions,
  pushTargets,
  usualPriority,
} from '@muster/contract'
import * as z from 'zod/mini'
import type { Values } from '../../../ui/form/formRules.ts'
import { rhythmOf } from '../rhythm.ts'

/** What a form begins with. */
export interface PushStart {
  readonly values: Values
  /** What there is to say above the fields. */
  readonly said?: string | undefined
  /** The push that is changed in place of giving another. */
  readonly edits?: Pick<DetailedPush, 'id' | 'taskNo' | 'kind' | 'title' | 'version'>
  /** What it began from. */
  readonly template?: { readonly id: string; readonly name: string; readonly version: number }
}

/** What every form says of a push, untouched. */
export const emptyPush: Values = {
  title: '',
  way: 'sns',
  sns: [],
  ids: [],
  groupId: '',
  orgId: '',
  filter: '',
  growing: false,
  when: 'now',
  startsAt: '',
  rhythm: 'daily',
  roundAt: '03:00',
  weekdays: ['1'],
  monthDay: 1,
  cron: '',
  zone: '',
  hasHours: false,
  from: '22:00',
  until: '05:00',
  days: ['1', '2', '3', '4', '5', '6', '7'],
  retries: 0,
  priority: usualPriority,
  needOnline: false,
  notify: false,
  ttlSeconds: '',
  ratePerMinute: '',
}

/** The same as a push that is there; a moment that has passed is not taken over. */
export function sharedStart(push: DetailedPush): Values {
  // Where many were chosen from a list, only their items say which.
  const targets = z.safeParse(pushTargets(), push.targets).data ?? null
  return {
    title: push.title,
    ...(targets && { way: push.targetKind, ...targets }),
    growing: push.isGrowing,
    ...(push.cron !== null && { when: 'cron', ...roundStart(push.cron) }),
    ...optionValues(z.parse(pushOptions(), push.options)),
    ...(push.cron !== null && { zone: push.zone ?? 'UTC' }),
  }
}

/** The same for a change of it: when it begins is a part of that. */
export function editStart(push: DetailedPush): Required<Pick<PushStart, 'values' | 'edits'>> {
  const { id, taskNo, kind, title, version, startsAt, ttlSeconds } = push
  return {
    values: {
      ...sharedStart(push),
      ...(push.cron === null && startsAt !== null && { when: 'at', startsAt }),
      ...(ttlSeconds !== null && { ttlSeconds: String(ttlSeconds) }),
    },
    edits: { id, taskNo, kind, title, version },
  }
}

/** How it comes round, in the words of the form. */
function roundStart(cron: string): Values {
  const rhythm = rhythmOf(cron)
  if (!rhythm) return { rhythm: 'cron', cron }
  return {
    rhythm: rhythm.every,
    roundAt: rhythm.at,
    ...(rhythm.every === 'weekly' && { weekdays: rhythm.days.map(String) }),
    ...(rhythm.every === 'monthly' && { monthDay: rhythm.day }),
  }
}

/** How a push is carried out, as the form has it. */
export const optionValues = ({ window, ...flags }: PushOptions): Values => ({
  ...(window && { hasHours: true, ...window, days: window.days.map(String) }),
  ...flags,
})
