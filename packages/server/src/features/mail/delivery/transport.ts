import { createTransport, type Transporter } from 'nodemailer'
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
}

export interface OutgoingMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly html: string
}

export interface MailDoor {
  readonly send: (mail: OutgoingMail) => Promise<void>
  readonly close: () => void
}

/** A server that says nothing for so long is taken for silent. */
const patience = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 }

/** Opens the way to a server; connections come and go by themselves until it is closed. */
export function openDoor(access: MailServerAccess): MailDoor {
  const transport: Transporter = createTransport({
    ...patience,
    host: access.host,
    port: access.port,
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
  }
}
