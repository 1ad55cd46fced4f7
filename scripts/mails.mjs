// node scripts/mails.mjs [id]: the latest mails, or one with its text. For whoever runs the server:
// without SMTP this is where codes are read until somebody may open the screen "Mail".
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'

const [id, ...rest] = process.argv.slice(2)
if (rest.length > 0 || id?.startsWith('-')) stop('Usage: node scripts/mails.mjs [id]')

const client = new pg.Client({ connectionString: databaseUrl() })
try {
  await client.connect()
  if (id) await show(id)
  else await list()
} catch (error) {
  stop(`The database does not let us in: ${error.message}. Is Muster running?`)
} finally {
  await client.end()
}

async function list() {
  const { rows } = await client.query(
    `select id, at, to_address, template, state, subject from mail_log order by at desc limit 20`,
  )
  if (rows.length === 0) console.log('No mail was written yet.')
  for (const { id: mailId, at, to_address: to, template, state, subject } of rows)
    console.log(
      `${mailId}  ${at.toISOString()}  ${state.padEnd(6)}  ${template}  ${to}  ${subject}`,
    )
}

async function show(mailId) {
  const { rows } = await client.query(`select * from mail_log where id::text = $1`, [mailId])
  const [mail] = rows
  if (!mail) return console.log('There is no such mail.')
  console.log(`To: ${mail.to_address}\nSubject: ${mail.subject}\nState: ${mail.state}\n`)
  console.log(textOf(mail.html))
}

function textOf(html) {
  const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }
  return html
    .replace(/^[^]*?<body[^<>]*>/, '')
    .replace(/<br\b[^<>]*>|<\/(?:p|div)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name) => entities[name])
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** DATABASE_URL, else the embedded database of a Muster that runs on this data folder. */
function databaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  const folder = resolve(process.env.MUSTER_DATA ?? '.muster')
  const file = join(folder, 'embedded-postgres.json')
  try {
    const { port, password } = JSON.parse(readFileSync(file, 'utf8'))
    return `postgres://muster:${password}@127.0.0.1:${port}/muster`
  } catch {
    return stop(`${file} cannot be read. Set DATABASE_URL, or MUSTER_DATA to the data folder.`)
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
