import { appendFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { translate } from '../../platform/texts.ts'
import type { DB } from '../../platform/schema.ts'
import { mailTo, worded } from '../mail/index.ts'

// An anchor is the number and the hash of a block, kept where whoever holds the database cannot
// change it. A log that still has that block has everything that came before it, too.

/** Milliseconds that a receiver of anchors has to answer. */
const patience = 10_000

async function latest(db: Kysely<DB>) {
  const block = await db
    .selectFrom('actionSeal')
    .select(['seq', 'sealedAt', 'hash', 'signature'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!block) return null
  const { seq, sealedAt, hash, signature } = block
  const anchor = `${seq}:${hash.toString('hex')}`
  return { anchor, sealedAt, signature: signature.toString('base64') }
}

type Anchor = NonNullable<Awaited<ReturnType<typeof latest>>>

/**
 * Tells the newest block to every file and address that MUSTER_LOG_ANCHORS names, also when it is
 * the one that was told before: a receiver that hears nothing has reason to ask. Throws where one of
 * them did not take it, after the others were told.
 */
export async function sendAnchors({ db, env, log, now }: Platform): Promise<void> {
  const sinks = env.logAnchors.filter(({ protocol }) => protocol !== 'mailto:')
  const anchor = sinks.length > 0 ? await latest(db) : null
  if (!anchor) return
  const line = `${JSON.stringify({ at: now().toISOString(), ...anchor })}\n`
  const told = await Promise.allSettled(sinks.map((sink) => tell(sink, line)))
  const failed = sinks.filter((_, place) => told[place]?.status === 'rejected')
  if (failed.length === 0) return
  const names = failed.map(({ protocol, host, pathname }) => `${protocol}//${host}${pathname}`)
  log.error({ sinks: names }, 'an anchor of the action log was not taken')
  throw new Error(`No anchor of the action log reached ${names.join(', ')}`)
}

async function tell(sink: URL, line: string): Promise<void> {
  if (sink.protocol === 'file:') return appendFile(fileURLToPath(sink), line, { mode: 0o600 })
  const { username, password } = sink
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username ? { authorization: `Basic ${secret.toString('base64')}` } : {}
  const { ok, status } = await fetch(Object.assign(new URL(sink), { username: '', password: '' }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: line,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (!ok) throw new Error(`answered ${status}`)
}

/** Mails the newest block to the people whom MUSTER_LOG_ANCHORS names. */
export async function mailAnchors(platform: Platform): Promise<void> {
  const { db, env, live } = platform
  const readers = env.logAnchors.filter(({ protocol }) => protocol === 'mailto:')
  const anchor = readers.length > 0 ? await latest(db) : null
  if (!anchor) return
  await db.transaction().execute(async (transaction) => {
    for (const { pathname } of readers)
      await mailTo(
        { db: transaction, platform, ring: () => undefined },
        letterOf(decodeURIComponent(pathname), anchor, env.publicUrl),
      )
  })
  live.ring('mail')
}

const letterOf = (to: string, { anchor, sealedAt }: Anchor, link: string | null) => {
  const language = 'en'
  const title = translate(language, 'log.anchor.title')
  const text = translate(language, 'log.anchor.text', {
    anchor,
    sealedAt: worded(sealedAt, language),
  })
  const values = { title, text, link: link ?? '' }
  return { to, template: 'REPORT' as const, language, values, orgId: null }
}
