import type { DdiStatus } from '@muster/contract'
import type { Platform } from '../../kit/context.ts'
import type { PollGateway } from '../device/index.ts'
import {
  type Attributes,
  attributesIn,
  informationOf,
  mergeAttributes,
} from './attributes.rules.ts'
import type { Client } from './clients.ts'
import { answerToCancel, isRepeated, reportOf } from './feedback.rules.ts'
import { noteInstalled, settledBy } from './installed.ts'
import { upLetter } from './letters.ts'
import { type Action, keyOf } from './work.queries.ts'

/** Who says something, and where it is put down. */
export interface Speaker {
  readonly gateway: PollGateway
  readonly client: Client
  readonly platform: Pick<Platform, 'now'>
}

interface Said {
  readonly action: Action
  readonly status: DdiStatus
}

const isUnanswered = ({ state }: Action): boolean => state === 'PUBLISHED' || state === 'DELIVERED'

const taskLetter = (
  { itemId: item, attempt, lastMessageId: after }: Action,
  body: object,
  { of, now }: { readonly of: readonly unknown[]; readonly now: number },
): object =>
  upLetter('task', { ...body, item, attempt, at: now }, { of: [item, attempt, ...of], after, now })

/** The terminal has asked what it was given: it knows of it. */
export async function acknowledge(speaker: Speaker, action: Action): Promise<void> {
  if (!isUnanswered(action)) return
  const { gateway, client, platform } = speaker
  const at = platform.now().getTime()
  await gateway.take(client.poller, [
    taskLetter(action, { state: 'ACKED' }, { of: ['acked'], now: at }),
  ])
}

/** It fetches the file; later readings of parts of it say nothing new. */
export async function beginDownload(speaker: Speaker, action: Action): Promise<void> {
  const { gateway, client, platform } = speaker
  const isNews = isUnanswered(action) || action.state === 'ACKED' || action.state === 'DEFERRED'
  if (action.state === 'CANCELLING' || (!isNews && action.step !== null)) return
  const body = { state: 'RUNNING', step: 'DOWNLOADING' }
  const now = platform.now().getTime()
  await gateway.take(client.poller, [taskLetter(action, body, { of: ['download'], now })])
}

/**
 * Takes what a terminal says of what it was given; false: that is over. What says again how it ended is
 * as good as heard: its answer was lost.
 */
export async function takeFeedback(
  { gateway, client, platform }: Speaker,
  { action, status }: Said,
): Promise<boolean> {
  if (action.isPast) return false
  if (action.isOver) return isRepeated(status, action.state)
  const now = platform.now().getTime()
  const report = reportOf(status, action)
  if (!report) return true
  await gateway.take(client.poller, [taskLetter(action, report, { of: [status], now })])
  if (report.state === 'SUCCESS') noteInstalled(client, action)
  return true
}

/** Takes what a terminal says of what it is to leave be. */
export async function takeCancelled(
  { gateway, client, platform }: Speaker,
  { action, status }: Said,
): Promise<boolean> {
  const answer = answerToCancel(status)
  if (action.isPast) return false
  if (action.isOver) return answer === 'done' && action.state === 'CANCELLED'
  if (action.state !== 'CANCELLING') return false
  if (answer === 'rejected') client.rejected.add(keyOf(action))
  if (answer !== 'done') return true
  const now = platform.now().getTime()
  const body = { state: 'CANCELLED' }
  await gateway.take(client.poller, [taskLetter(action, body, { of: ['cancelled'], now })])
  return true
}

/** Puts down what a terminal says of itself. */
export async function takeAttributes(
  { gateway, client, platform }: Speaker,
  told: { readonly data: Attributes; readonly mode?: string | null | undefined },
): Promise<void> {
  const merged = mergeAttributes(attributesIn(client.told), told)
  const known = settledBy(client, informationOf(client.told, merged), merged)
  const now = platform.now().getTime()
  await gateway.take(client.poller, [upLetter('info', known, { now })])
  client.told = known
  client.installed = []
  client.asksAttributes = false
}
