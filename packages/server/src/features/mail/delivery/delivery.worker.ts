import { mailLog } from '@muster/contract'
import { every as job, type Job } from '../../../kit/jobs.ts'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { mailBell } from '../mailTo.ts'
import {
  type DueMail,
  endExpired,
  findServers,
  markFailed,
  markSent,
  putBack,
  type Server,
  takeDue,
} from './delivery.queries.ts'
import { afterFailure, chooseServer, isFinal } from './delivery.rules.ts'
import { type MailTransport, openTransport, toldOf } from './transport.ts'

/** Mails of one round; a further round follows at once while there are more. */
const batch = 20

/** Sends what is due until it is stopped: at the bell, and every few seconds all the same. */
export function startMailWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const rounds = every({ name: 'the sending of mails', seconds: 10, log: platform.log }, () =>
    sendDue(platform),
  )
  const mute = platform.live.onDoorbell(mailBell, rounds.soon)
  return {
    async stop() {
      mute()
      await rounds.stop()
    },
  }
}

/** Sends the mails that are due now. Without any server they stay where they can be read. */
export async function sendDue(platform: Platform): Promise<void> {
  await endExpired(platform)
  for (;;) {
    const servers = await findServers(platform)
    if (servers.length === 0) return
    const due = await takeDue(platform, batch)
    if (due.length === 0) return
    await sendAll(platform, due, servers)
    platform.live.changed({ path: mailLog.page.path, ids: [], orgIds: [] })
    if (due.length < batch) return
  }
}

async function sendAll(platform: Platform, due: readonly DueMail[], servers: readonly Server[]) {
  const transports = new Map<string | null, MailTransport>()
  const sent = new Map<string | null, number>()
  try {
    const sends = due.map((mail) => {
      // This round's own mails count against the day's share too.
      const known = servers.map((one) => ({
        ...one,
        sentToday: one.sentToday + (sent.get(one.id) ?? 0),
      }))
      const server = chooseServer(known, mail)
      if (!server) return putBack(platform, mail.id)
      sent.set(server.id, (sent.get(server.id) ?? 0) + 1)
      const transport = transports.get(server.id) ?? openTransport(server.access)
      transports.set(server.id, transport)
      return sendOne(platform, mail, { transport, serverId: server.id })
    })
    await Promise.all(sends)
  } finally {
    for (const transport of transports.values()) transport.close()
  }
}

async function sendOne(
  platform: Platform,
  mail: DueMail,
  { transport, serverId }: { transport: MailTransport; serverId: string | null },
): Promise<void> {
  try {
    await transport.send(mail)
  } catch (error) {
    const next = afterFailure(mail.attempts, isFinal(error))
    const minutes = next.do === 'again' ? next.minutes : null
    platform.log.warn({ err: error, mailId: mail.id, serverId }, 'a mail was not taken')
    return markFailed(platform, mail.id, { error: toldOf(error), minutes, serverId })
  }
  await markSent(platform, mail.id, serverId)
}

/** Forgets mails of more than three months. */
export const mailJobs: readonly Job[] = [
  job('37 3 * * *', 'mail.forget', async ({ pool }) => {
    await pool.query(`delete from mail_log where at < now() - interval '90 days'`)
  }),
]
