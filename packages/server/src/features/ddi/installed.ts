import { upgradeParts } from '@muster/contract'
import * as z from 'zod/mini'
import type { Platform } from '../../kit/context.ts'
import type { PollGateway } from '../device/index.ts'
import { afterUpgrade, type Attributes, tellsAnother, type Told } from './attributes.rules.ts'
import type { Client, Installed } from './clients.ts'
import { upLetter } from './letters.ts'

const rows = z.array(z.object({ part: z.enum(upgradeParts), version: z.string() }))

/** The same as it is on record: who is known anew has to be asked. */
export const installedOf = (found: unknown): Installed[] =>
  (rows.safeParse(found).data ?? []).map((one) => ({ ...one, isAsked: false }))

/** Notes what a client says to have installed. It is asked what it is, but for who has never answered that. */
export function noteInstalled(client: Client, one: Pick<Installed, 'part' | 'version'>): void {
  const others = client.installed.filter(({ part }) => part !== one.part)
  client.installed = [...others, { ...one, isAsked: client.asksAttributes }]
  client.asksAttributes = true
}

/** What it runs after it has told its attributes: what it has installed, but where they tell another version. */
export const settledBy = (
  { installed, told: before }: Pick<Client, 'installed' | 'told'>,
  told: Told,
  attributes: Attributes,
): Told =>
  runningAll(
    told,
    installed.filter(({ part }) => !tellsAnother(before, attributes, part)),
  )

const runningAll = (told: Told, shown: readonly Installed[]): Told =>
  shown.reduce((known, { part, version }) => afterUpgrade(known, part, version), told)

interface Polled {
  readonly gateway: PollGateway
  readonly client: Client
  readonly platform: Pick<Platform, 'now'>
}

/** It polls again and has not told what it is although it was asked: that it is there has to do. */
export async function settleByPoll({ gateway, client, platform }: Polled): Promise<void> {
  const { installed } = client
  const shown = installed.filter(({ isAsked }) => isAsked)
  if (shown.length > 0) {
    const told = runningAll(client.told, shown)
    await gateway.take(client.poller, [upLetter('info', told, { now: platform.now().getTime() })])
    client.told = told
  }
  client.installed = installed.flatMap((one) => (one.isAsked ? [] : [{ ...one, isAsked: true }]))
}
