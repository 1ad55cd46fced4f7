import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TrappedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The whole mail as it came over the wire. */
  readonly source: string
  readonly isSecure: boolean
  readonly user: string | undefined
}

export interface MailTrap {
  readonly port: number
  readonly mails: TrappedMail[]
  /** What the server says to the next recipients; null: it takes them. */
  refuse: { code: number; text: string } | null
  readonly stop: () => Promise<void>
}

/** A real SMTP server on a free port that keeps what it is given. */
export async function startMailTrap(options: SMTPServerOptions = {}): Promise<MailTrap> {
  const mails: TrappedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo: (_address, _session, done) => done(trap.refuse && refusal(trap.refuse)),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isSecure: session.secure,
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => new Promise<void>((done) => server.close(done))
  const trap: MailTrap = { port, mails, refuse: null, stop }
  return trap
}

const refusal = ({ code, text }: { code: number; text: string }) =>
  Object.assign(new Error(text), { responseCode: code })
