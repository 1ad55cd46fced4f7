import { reportedIn, settledStates, shippedParameters } from '@muster/contract'
import type pg from 'pg'
import { keyedId } from '../keyedId.ts'
import {
  cleanText,
  cleanTitle,
  type Reporter,
  type Trouble,
  type TroubleRefusal,
  withinTheDay,
} from './trouble.rules.ts'

/** What became of a report of trouble. */
export interface TroubleAnswer {
  readonly sn: string
  readonly messageId: string
  /** Null: there is none. */
  readonly ticketNo: string | null
  readonly refused: TroubleRefusal | null
  /** What whoever stands at the terminal reads. */
  readonly language: string
}

/** A ticket that reports came to. */
export interface ToldTicket {
  readonly id: string
  readonly deviceId: string
  readonly ticketNo: string
  readonly orgId: string
}

interface Keyed extends Trouble {
  readonly key: string
}

/**
 * Takes what people report at terminals, each message once however often it comes: it opens a ticket, or
 * stands in the one that is open. The terminals are held: nobody opens two tickets for one at once.
 */
export async function takeTroubles(
  client: pg.ClientBase,
  troubles: readonly Trouble[],
): Promise<{ readonly answers: TroubleAnswer[]; readonly tickets: readonly ToldTicket[] }> {
  const all = troubles.map((trouble) => ({
    ...trouble,
    title: cleanTitle(trouble.title),
    text: cleanText(trouble.text),
    phone: trouble.phone === null ? null : cleanText(trouble.phone),
    key: keyedId(trouble.deviceId, `t ${trouble.messageId}`),
  }))
  const known = await knownTickets(client, all)
  const reporters = await reportersOf(client, all)
  const fresh = withinTheDay(
    all.filter(({ key }) => !known.has(key)),
    reporters,
  )
  const opened = fresh.length > 0 ? await openTickets(client, fresh) : new Set<string>()
  const tickets = fresh.length > 0 ? await openTicketsOf(client, fresh) : []
  const ticketOf = new Map(tickets.map((ticket) => [ticket.deviceId, ticket]))
  await noteTold(client, fresh, { ticketOf, opened })
  const taken = new Set(fresh)
  const answers = all.map((one) => {
    const { sn, messageId, key, deviceId } = one
    const own = taken.has(one) ? ticketOf.get(deviceId)?.ticketNo : undefined
    const ticketNo = known.get(key) ?? own ?? null
    const isUnfit = taken.has(one) || !reporters.has(deviceId)
    const why = isUnfit ? 'UNFIT' : 'TOO_MANY'
    const language = reporters.get(deviceId)?.language ?? 'en'
    return { sn, messageId, ticketNo, refused: ticketNo === null ? why : null, language } as const
  })
  return { answers, tickets }
}

/** Numbers of the tickets that messages have come to before, by the messages' keys. */
async function knownTickets(
  client: pg.ClientBase,
  all: readonly Keyed[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ key: string; ticketNo: string }>({
    name: 'link.knownTroubles',
    text: `select event.told_key as key, repair.ticket_no as "ticketNo"
      from repair_event event join repair on repair.id = event.repair_id where event.told_key = any($1::uuid[])`,
    values: [all.map(({ key }) => key)],
  })
  return new Map(rows.map(({ key, ticketNo }) => [key, ticketNo]))
}

/** How much each terminal has reported within a day, and what is spoken there: as it says itself, or the platform's. */
async function reportersOf(
  client: pg.ClientBase,
  all: readonly Keyed[],
): Promise<ReadonlyMap<string, Reporter & { readonly language: string }>> {
  const { rows } = await client.query<Reporter & { readonly language: string }>({
    name: 'link.troubleReporters',
    text: `select device.id, (select count(*)::integer from repair join repair_event event on event.repair_id = repair.id
          where repair.device_id = device.id and event.told_key is not null and event.at > now() - interval '1 day') as told,
        coalesce((select code from language where status = 1 and (code = info.document ->> 'language'
              or split_part(code, '-', 1) = split_part(info.document ->> 'language', '-', 1))
            order by code <> info.document ->> 'language', sort, code limit 1),
          (select code from language where is_default), 'en') as language
      from device left join device_snapshot info on info.device_id = device.id and info.kind = 'info'
      where device.id = any($1::uuid[]) and device.deleted_at is null`,
    values: [all.map(({ deviceId }) => deviceId)],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Opens a ticket for each terminal without an open one that may have one; the keys of what opened them. */
async function openTickets(
  client: pg.ClientBase,
  fresh: readonly Keyed[],
): Promise<ReadonlySet<string>> {
  // Of several of one terminal the first.
  const first = new Map(fresh.toReversed().map((one) => [one.deviceId, one]))
  const rows = [...first.values()].map(({ key, deviceId, title, text, phone }) => ({
    key,
    deviceId,
    description: [title, text].filter(Boolean).join('\n'),
    contact: phone,
  }))
  const { rows: opened } = await client.query<{ deviceId: string }>({
    name: 'link.openTroubles',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, description text, contact text)),
      opened as (insert into repair (device_id, source, fault, severity, description, contact, due_at)
        select device.id, 'TERMINAL', 'OTHER', 'MEDIUM', told.description, told.contact,
          now() + coalesce((select (value #>> '{}')::float8 from parameter where key = 'repair.triage.hours'), $4)
            * interval '1 hour'
        from told join device on device.id = told."deviceId"
        where device.lifecycle = any($2::text[]) and not exists (select from repair ticket
          where ticket.device_id = device.id and ticket.state <> all($3::text[]))
        order by device.id on conflict do nothing returning id, device_id),
      noted as (insert into repair_event (repair_id, kind, after) select id, 'STATE', 'REPORTED' from opened)
      select device_id as "deviceId" from opened`,
    values: [
      JSON.stringify(rows),
      [...reportedIn],
      [...settledStates],
      shippedParameters['repair.triage.hours'].value,
    ],
  })
  return new Set(opened.flatMap(({ deviceId }) => first.get(deviceId)?.key ?? []))
}

async function openTicketsOf(
  client: pg.ClientBase,
  fresh: readonly Keyed[],
): Promise<readonly ToldTicket[]> {
  const { rows } = await client.query<ToldTicket>({
    name: 'link.troubleTickets',
    text: `select repair.id, repair.device_id as "deviceId", repair.ticket_no as "ticketNo", device.org_id as "orgId"
      from repair join device on device.id = repair.device_id
      where repair.device_id = any($1::uuid[]) and repair.state <> all($2::text[])`,
    values: [fresh.map(({ deviceId }) => deviceId), [...settledStates]],
  })
  return rows
}

interface Placed {
  readonly ticketOf: ReadonlyMap<string, ToldTicket>
  /** Keys of what stands whole in the description of its ticket. */
  readonly opened: ReadonlySet<string>
}

/** Writes what was told into the tickets, with those pictures that the terminal has really handed in. */
async function noteTold(
  client: pg.ClientBase,
  fresh: readonly Keyed[],
  { ticketOf, opened }: Placed,
): Promise<void> {
  const rows = fresh.flatMap(({ key, deviceId, title, text, photos }) => {
    const ticket = ticketOf.get(deviceId)
    const words = opened.has(key) || text === '' ? title : `${title}\n${text}`
    return ticket ? [{ key, deviceId, ticketId: ticket.id, words, photos }] : []
  })
  if (rows.length === 0) return
  await client.query({
    name: 'link.noteTroubles',
    text: `with told as (select * from jsonb_to_recordset($1::jsonb)
          as told (key uuid, "deviceId" uuid, "ticketId" uuid, words text, photos uuid[])),
      noted as (insert into repair_event (repair_id, kind, text, told_key)
        select "ticketId", 'TOLD', words, key from told
        on conflict (told_key) where told_key is not null do nothing)
      insert into repair_event (repair_id, kind, text, item_id)
        select distinct told."ticketId", 'PICTURE', handed.name, handed.item_id
        from told join handed_file handed on handed.item_id = any(told.photos) and handed.device_id = told."deviceId"
          and handed.kind = 'SCREENSHOT' and handed.state = 'STORED'
        where not exists (select from repair_event known where known.repair_id = told."ticketId"
          and known.kind = 'PICTURE' and known.item_id = handed.item_id)`,
    values: [JSON.stringify(rows)],
  })
}
