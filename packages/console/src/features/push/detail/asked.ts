import {
  appKinds,
  type DetailedPush,
  installOptions,
  paramKinds,
  pushOptions,
  type TextKey,
  usualPriority,
} from '@muster/contract'
import * as z from 'zod/mini'
import { formatAll, formatClock, formatNumber } from '../../../platform/format.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { optNames, optTexts } from '../appTaskTexts.ts'
import { dayTexts } from '../form/days.ts'

/** What a command was given, without what it was not. */
export function argsLines({ kind, args }: Pick<DetailedPush, 'kind' | 'args'>): readonly string[] {
  if (appKinds.some((one) => one === kind)) return appLines(args)
  if (paramKinds.some((one) => one === kind)) return paramLines(args)
  return Object.entries(args)
    .filter(([name, value]) => name !== 'fileId' && !isNothing(value))
    .toSorted(([one], [other]) => argOrder.indexOf(one) - argOrder.indexOf(other))
    .map(([name, value]) => {
      const key = argTexts[name]
      const said = key ? t(key) : wordOr(`device.arg.${name}`, name)
      return value === true ? said : `${said}: ${written(saidOf(kind, name, value))}`
    })
}

/** What most commands say; others are called as the terminal reads them. */
const argTexts: Readonly<Record<string, TextKey>> = {
  delay: 'push.arg.delay',
  title: 'device.messageHeading',
  text: 'device.messageText',
  mustRead: 'device.messageMustRead',
  buttons: 'device.messageButtons',
  info: 'push.sync.info',
  apps: 'push.sync.apps',
  keys: 'push.sync.keys',
  net: 'push.sync.net',
  location: 'push.sync.location',
}

/** A text of this key, where there is one. */
function wordOr(key: string, otherwise: string): string {
  const text = nameText(key)
  return text === key ? otherwise : text
}

/** Kinds of logs are called as in the form that asks for them. */
const saidOf = (kind: string, name: string, value: unknown): unknown =>
  kind === 'LOG_PULL' && name === 'types' && Array.isArray(value)
    ? value.map((one) => wordOr(`device.log.${String(one)}`, String(one)))
    : value

/** A title before its text. */
const argOrder = Object.keys(argTexts)

const isNothing = (value: unknown): boolean =>
  value === 0 || value === false || value === '' || (Array.isArray(value) && value.length === 0)

const appArgs = z.object({
  pkg: z.string(),
  vn: z.optional(z.string()),
  vc: z.optional(z.int()),
  // What a version asks for by itself stands beside what its giver chose.
  opt: z._default(
    z.extend(z.partial(installOptions()), { uninstallFirst: z.optional(z.boolean()) }),
    {},
  ),
})

/** The application, and what must be so on the terminal. */
function appLines(args: DetailedPush['args']): readonly string[] {
  const { data } = z.safeParse(appArgs, args)
  if (!data) return []
  const { pkg, vn, vc, opt } = data
  const told = optNames.flatMap((name) => {
    const value = opt[name]
    if (value === undefined || value === false) return []
    const text = t(optTexts[name])
    return value === true ? [text] : [t('push.share', { name: text, number: formatNumber(value) })]
  })
  return [vn === undefined ? pkg : `${pkg} ${vn} (${vc ?? ''})`, ...told]
}

const paramArgs = z.object({
  pkg: z.string(),
  opt: z.object({
    wifiOnly: z.optional(z.boolean()),
    ask: z.optional(z.boolean()),
    restart: z.optional(z.boolean()),
  }),
})

const paramTexts = {
  wifiOnly: 'appPush.wifiOnly',
  ask: 'appPush.ask',
  restart: 'param.restartApp',
} as const

/** Whose parameters, and how the terminal takes them; the values themselves stand where they are said. */
function paramLines(args: DetailedPush['args']): readonly string[] {
  const { data } = z.safeParse(paramArgs, args)
  if (!data) return []
  const { pkg, opt } = data
  const told = (['wifiOnly', 'ask', 'restart'] as const).filter((name) => opt[name] === true)
  return [pkg, ...told.map((name) => t(paramTexts[name]))]
}

const written = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? formatAll(value.map(written))
      : JSON.stringify(value)

/** How a push is carried out, beyond what is usual. */
export function optionLines({ options }: Pick<DetailedPush, 'options'>): readonly string[] {
  const read = z.safeParse(pushOptions(), options).data
  if (!read) return []
  const { window, retries, needOnline, notify, priority, ratePerMinute } = read
  const flags: readonly (readonly [boolean, TextKey])[] = [
    [needOnline, 'push.needOnline'],
    [notify, 'push.notify'],
  ]
  return [
    ...(window ? [hoursText(window)] : []),
    ...(priority === usualPriority
      ? []
      : [t('push.share', { name: t('push.priority'), number: formatNumber(priority) })]),
    ...(ratePerMinute === undefined
      ? []
      : [t('push.share', { name: t('push.rate'), number: formatNumber(ratePerMinute) })]),
    ...(retries > 0 ? [t('push.retriesOf', { number: formatNumber(retries) })] : []),
    ...flags.flatMap(([isOn, key]) => (isOn ? [t(key)] : [])),
  ]
}

/** Hours in words, with their days where not every day. */
export function hoursText({
  from,
  until,
  days,
}: NonNullable<z.output<ReturnType<typeof pushOptions>>['window']>) {
  const hours = t('push.hoursOf', { from: formatClock(from), until: formatClock(until) })
  if (days.length === 7) return hours
  return `${hours} (${formatAll(days.map((day) => t(dayTexts[day] ?? 'push.day.1')))})`
}
