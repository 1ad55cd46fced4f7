import { type DetailedPush, pushOptions, type TextKey } from '@muster/contract'
import * as z from 'zod/mini'
import { formatAll, formatClock, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { dayTexts } from '../form/days.ts'

/** What a command was given, name by name as the terminal reads it. */
export const argsLines = ({ args }: Pick<DetailedPush, 'args'>): readonly string[] =>
  Object.entries(args).map(([name, value]) => `${name}: ${written(value)}`)

const written = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** How a push is carried out, beyond what is usual. */
export function optionLines({ options }: Pick<DetailedPush, 'options'>): readonly string[] {
  const read = z.safeParse(pushOptions, options).data
  if (!read) return []
  const { window, retries, needOnline, notify } = read
  const flags: readonly (readonly [boolean, TextKey])[] = [
    [needOnline, 'push.needOnline'],
    [notify, 'push.notify'],
  ]
  return [
    ...(window ? [hoursText(window)] : []),
    ...(retries > 0 ? [t('push.retriesOf', { number: formatNumber(retries) })] : []),
    ...flags.flatMap(([isOn, key]) => (isOn ? [t(key)] : [])),
  ]
}

function hoursText({ from, until, days }: NonNullable<z.output<typeof pushOptions>['window']>) {
  const hours = t('push.hoursOf', { from: formatClock(from), until: formatClock(until) })
  if (days.length === 7) return hours
  return `${hours} (${formatAll(days.map((day) => t(dayTexts[day] ?? 'push.day.1')))})`
}
