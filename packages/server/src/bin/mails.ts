import pg from 'pg'
import { plainText } from '../features/mail/index.ts'
import { readEnv } from '../platform/env.ts'
import { runningDatabase } from './runningDatabase.ts'

// The latest mails, or one with its text: without SMTP this is where whoever runs the server reads
// codes until somebody may open the screen "Mail".

const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Mail {
  readonly id: string
  readonly at: Date | string
  readonly to_address: string
  readonly template: string
  readonly state: string
  readonly subject: string
  readonly html: string
}

async function list(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Mail>(
    `select id, at, to_address, template, state, subject from mail_log order by at desc limit 20`,
  )
  if (rows.length === 0) say('No mail was written yet.')
  for (const { id, at, to_address: to, template, state, subject } of rows)
    say(`${id}  ${new Date(at).toISOString()}  ${state.padEnd(6)}  ${template}  ${to}  ${subject}`)
}

async function show(client: pg.Client, id: string): Promise<void> {
  const { rows } = await client.query<Mail>(`select * from mail_log where id::text = $1`, [id])
  const [mail] = rows
  if (!mail) return say('There is no such mail.')
  const { to_address: to, subject, state, html } = mail
  say(`To: ${to}\nSubject: ${subject}\nState: ${state}\n\n${plainText(html)}`)
}

const [id] = process.argv.slice(2)
try {
  const client = new pg.Client({ connectionString: runningDatabase(readEnv(process.env, [])) })
  await client.connect()
  await (id ? show(client, id) : list(client))
  await client.end()
} catch (error) {
  say(
    `The mails cannot be read: ${error instanceof Error ? error.message : String(error)}. Does Muster run, and are DATABASE_URL or MUSTER_DATA its own?`,
  )
  process.exitCode = 1
}
