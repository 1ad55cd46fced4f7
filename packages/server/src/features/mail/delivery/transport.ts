import type { Socket } from 'node:net'
import { createTransport, type Transporter } from 'nodemailer'
import { anywhere, connectOutbound } from '../../../platform/outbound.ts'
import { plainText } from '../wording/wording.rules.ts'

/** What it takes to hand a mail to a server. */
export interface MailServerAccess {
  readonly host: string
  readonly port: number
  readonly security: string
  readonly userName: string
  readonly password: string | null
  readonly senderName: string
  readonly senderAddress: string
  readonly replyTo: string | null
  /** Private networks that it may lie in. */
  readonly networks: readonly string[]
}

export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
}

export interface MailTransport {
  readonly send: (mail: OutgoingMail) => Promise<void>
  readonly close: () => void
}

/** A server that says nothing for so long is taken for silent. */
const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }

/** Opens the way to a server; connections come and go by themselves until it is closed. */
export function openTransport(access: MailServerAccess): MailTransport {
  const transport: Transporter = createTransport({
    ...patience,
    host: access.host,
    port: access.port,
    getSocket: (_: unknown, done: Opened) => openSocket(access, done),
    ...securityOf(access.security),
    ...(access.userName ? { auth: { user: access.userName, pass: access.password ?? '' } } : {}),
    pool: true,
    maxConnections: 2,
    // A mail is made of what is handed over, never of files or addresses that it names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, html }) {
      await transport.sendMail({
        // Addresses as objects: a name or an address with commas or line ends stays one.
        from: { name: access.senderName, address: oneLine(access.senderAddress) },
        to: { name: '', address: oneLine(to) },
        ...(access.replyTo ? { replyTo: { name: '', address: oneLine(access.replyTo) } } : {}),
        // The same at every try, so that a receiver can tell a repetition.
        messageId: `<${id}@${access.senderAddress.split('@')[1] ?? 'muster'}>`,
        subject: oneLine(subject),
        html,
        text: plainText(html),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}

type Opened = (error: Error | null, made?: { connection: Socket }) => void

/** Connects by the rules for addresses that people type; the library would look the name up itself. */
function openSocket(access: MailServerAccess, done: Opened): void {
  let connection: Socket
  try {
    connection = connectOutbound(access)
  } catch (error) {
    return done(error instanceof Error ? error : new Error(String(error)))
  }
  const giveUp = () => connection.destroy(new Error('no connection in time'))
  connection.setTimeout(patience.connectionTimeout, giveUp)
  connection.once('error', done)
  connection.once('connect', () => {
    connection.off('error', done).off('timeout', giveUp).setTimeout(0)
    done(null, { connection })
  })
}

/** What people read of a mail that nobody can be asked about. */
export const notDelivered = 'the server could not be reached, or did not take the mail'

/**
 * Why a mail was not taken, for people: a server's own answer about a mail or a password. All else
 * is one sentence, so that nobody learns from it what listens where; the process's log has the rest.
 */
export function toldOf(error: unknown): string {
  if (!(error instanceof Error)) return notDelivered
  const command = 'command' in error ? String(error.command) : ''
  const isAnswer = /^(?:AUTH|MAIL FROM$|RCPT TO$|DATA$)/.test(command) && 'responseCode' in error
  return isAnswer ? error.message : notDelivered
}

function securityOf(security: string) {
  if (security === 'tls') return { secure: true }
  return security === 'starttls'
    ? { secure: false, requireTLS: true }
    : { secure: false, ignoreTLS: true }
}

/** A line end in the head of a mail would begin a header of somebody else's choice. */
function oneLine(text: string): string {
  if (/[\r\n]/.test(text)) throw new Error('a line end in the head of a mail')
  return text
}

/** The server that SMTP_URL names: `smtp://user:password@host:587?from=muster@bank.example`. */
export function accessOf(smtpUrl: string): MailServerAccess {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const security = isTls ? 'tls' : (searchParams.get('security') ?? 'starttls')
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 465 : 587),
    security,
    userName: decodeURIComponent(username),
    password: decodeURIComponent(password),
    senderName: '',
    senderAddress: searchParams.get('from') ?? `muster@${hostname}`,
    replyTo: null,
    networks: anywhere,
  }
}
