import { type DetailedPush, installOptions, mqttApks } from '@muster/contract'
import * as z from 'zod/mini'
import type { Values } from '../../../ui/form/formRules.ts'
import { emptyPush, type PushStart, sharedStart } from './pushStart.ts'
import { faultsIn, type FormSort, sharedBody, sharedField, textOf } from './pushValues.ts'

const schema = mqttApks.add.schemas.body

const isInstall = ({ action }: Values): boolean => action === 'INSTALL'

/** The flags that matter to a removal; the others are about what is brought. */
const ofRemoval: ReadonlySet<string> = new Set(['charger', 'idle', 'ask', 'force', 'keepData'])
const flags = [
  'wifiOnly',
  'charger',
  'idle',
  'ask',
  'force',
  'downgrade',
  'keepData',
  'launcher',
] as const

/** The field of what is wanted after the first: `appId1` is the application that follows it. */
export const memberOf = (name: string, nth: number): string => (nth === 0 ? name : `${name}${nth}`)

/** The places of those that follow the first. */
export const followers = ({ followers: count }: Values): readonly number[] =>
  Array.from({ length: typeof count === 'number' ? count : 0 }, (_, at) => at + 1)

function bodyOf(values: Values): unknown {
  const isOn = (flag: string) => values[flag] === true && (isInstall(values) || ofRemoval.has(flag))
  const { minBat, maxRefuse } = values
  const opt = {
    ...Object.fromEntries(flags.map((flag) => [flag, isOn(flag)])),
    ...(minBat !== '' && { minBat }),
    ...(isOn('ask') && maxRefuse !== '' && { maxRefuse }),
  }
  const wish = (nth: number) =>
    values['action'] === 'REMOVE_PACKAGE'
      ? { action: 'REMOVE_PACKAGE', package: textOf(values['package']), opt }
      : isInstall(values)
        ? { action: 'INSTALL', apkId: textOf(values[memberOf('apkId', nth)]), opt }
        : { action: 'UNINSTALL', appId: textOf(values[memberOf('appId', nth)]), opt }
  return {
    want: wish(0),
    next: followers(values).map((nth) => ({
      ...wish(nth),
      // A terminal starts with one of them alone: the first.
      opt: { ...opt, launcher: false },
    })),
    ...sharedBody(values),
  }
}

function fieldOf(path: string, values: Values): string {
  const [first, second = '', third = ''] = path.split('.')
  if (first === 'next') return memberOf(third || 'appId', Number(second) + 1)
  if (first !== 'want') return sharedField(path, values)
  return second === 'opt' ? third || 'wifiOnly' : second || 'appId'
}

/** Applications that many terminals are brought, or that are taken from them. */
export const appSort: FormSort = {
  of: mqttApks,
  title: 'appPush.addTitle',
  edit: mqttApks,
  empty: {
    action: 'INSTALL',
    appId: '',
    apkId: '',
    package: '',
    followers: 0,
    ...Object.fromEntries(flags.map((flag) => [flag, false])),
    minBat: '',
    maxRefuse: '',
    ...emptyPush,
  },
  fieldOf,
  faults: (values) => faultsIn(values, { schema, body: bodyOf(values), fieldOf }),
  ready: (values) => {
    const { data: body } = z.safeParse(schema, bodyOf(values))
    return body
      ? {
          check: (send) => send(mqttApks.precheck, { body }),
          give: (send, more) => send(mqttApks.add, { body: { ...body, ...more } }),
        }
      : null
  },
}

const appArgs = z.object({
  opt: z._default(z.partial(installOptions()), {}),
  pkg: z._default(z.string(), ''),
  gate: z.object({ appId: z.optional(z.string()), apkId: z.optional(z.string()) }),
})

/** The same as a task that is there. */
export function appStartOf(push: DetailedPush): PushStart {
  const { data } = z.safeParse(appArgs, push.args)
  return {
    values: {
      action:
        push.kind === 'APP_INSTALL'
          ? 'INSTALL'
          : data?.gate.appId === undefined
            ? 'REMOVE_PACKAGE'
            : 'UNINSTALL',
      package: data?.pkg ?? '',
      ...data?.opt,
      ...data?.gate,
      ...sharedStart(push),
    },
  }
}
