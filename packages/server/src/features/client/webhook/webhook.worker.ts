import { webhookHeaders, clientsPath } from '@muster/contract'
import type { Platform } from '../../../kit/context.ts'
import { every as job, type Job } from '../../../kit/jobs.ts'
import { every } from '../../../platform/every.ts'
import { giveNotice, type NewNotice, tellNotices } from '../../notice/index.ts'
import { parameter } from '../../system/parameter/index.ts'
import { bodyOf } from './bodyOf.ts'
import { send } from './send.ts'
import { signatureOf } from './signatureOf.ts'
import {
  dueOf,
  endExpired,
  freeLane,
  type Lane,
  markFailed,
  markSent,
  type QueuedDelivery,
  stopFailing,
  takeLane,
} from './webhook.queries.ts'
import { nextTry, nextVisit, verdictOf } from './webhook.rules.ts'

/** Clients that one process sends to at the same time. */
const lanes = 4
/** A client's turn, after which others get theirs; shorter than its lease, however slow its receiver. */
const turnMs = 15_000
const batch = 100

/** Sends what is due until it is stopped. Any number of processes may do it. */
export function startWebhookWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const { log } = platform
  const rounds = Array.from({ length: lanes }, () =>
    every({ name: 'the sending of webhooks', seconds: 1, log }, () => sendDue(platform)),
  )
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** Sends the deliveries that are due now, each client's in the order they happened. */
export async function sendDue(platform: Platform): Promise<void> {
  for (;;) {
    const lane = await takeLane(platform)
    if (!lane) return
    await walk(platform, lane)
  }
}

async function walk(platform: Platform, lane: Lane): Promise<void> {
  try {
    const keys = lane.sealed.map((sealed, at) =>
      platform.secrets.open(sealed, lane.purposes[at] ?? ''),
    )
    const until = platform.now().getTime() + turnMs
    for (const delivery of await dueOf(platform, lane.clientId, batch)) {
      const mayFollow = await deliver(platform, lane, { delivery, keys })
      if (!mayFollow || platform.now().getTime() > until) break
    }
  } finally {
    await freeLane(platform, lane.clientId)
    platform.live.changed({ path: clientsPath, ids: [lane.clientId], orgIds: [lane.orgId] })
  }
}

interface Parcel {
  readonly delivery: QueuedDelivery
  readonly keys: readonly Buffer[]
}

/** One try. Answers whether the next delivery of this client may follow at once. */
async function deliver(
  platform: Platform,
  { clientId, callbackUrl, failures }: Lane,
  { delivery, keys }: Parcel,
): Promise<boolean> {
  const { id, event, attempts } = delivery
  const body = bodyOf(delivery)
  const timestamp = Math.floor(platform.now().getTime() / 1000)
  const outcome = await send({
    url: callbackUrl,
    body,
    networks: platform.env.webhookNetworks,
    now: platform.now,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Muster',
      [webhookHeaders.id]: id,
      [webhookHeaders.event]: event,
      [webhookHeaders.signature]: signatureOf(keys, timestamp, body),
    },
  })
  const verdict = verdictOf(outcome)
  if (verdict === 'sent') {
    await markSent(platform, clientId, { id, outcome })
    return true
  }
  const isAway = verdict === 'away'
  const pauseMinutes = isAway ? nextVisit(failures + 1) : null
  const minutes = isAway && attempts < 6 ? pauseMinutes : nextTry(attempts + 1)
  await markFailed(platform, clientId, { id, outcome, minutes, pauseMinutes })
  return !isAway
}

/** Keeps what grows within bounds, and stops what has failed for days. */
export const clientJobs: readonly Job[] = [
  job('*/5 * * * *', 'client.stopFailing', stopAndTell),
  job('23 * * * *', 'client.forget', async ({ pool }) => {
    await pool.query(`delete from webhook_delivery where at < now() - interval '30 days'`)
    await pool.query(`delete from api_client_minute where minute < now() - interval '25 hours'`)
    await pool.query(`delete from api_client_error where at < now() - interval '25 hours'`)
    await pool.query(`delete from api_client_failure where since < now() - interval '1 day'`)
    await pool.query(`delete from api_client_secret where valid_to < now() - interval '1 day'`)
  }),
]

/** Ends what was never sent in time; whoever made a client hears that its webhook is stopped. */
export async function stopAndTell(platform: Platform): Promise<void> {
  await endExpired(platform)
  const days = await parameter(platform.db, 'client.webhook.failDays')
  const told: string[] = []
  const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
  await platform.db.transaction().execute(async (db) => {
    for (const { name, createdBy } of await stopFailing({ db }, days))
      if (createdBy) await giveNotice({ db, changed }, noticeOf(createdBy, { name, days }))
  })
  tellNotices(platform.live, told)
}

const noticeOf = (userId: string, values: { name: string; days: number }): NewNotice => ({
  userIds: [userId],
  severity: 'WARNING',
  textKey: 'notice.webhookStopped',
  values,
  link: '/access/client',
})
