import { createHash } from 'node:crypto'
import { type ParamType, paramDelivery } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'

type Db = Kysely<DB>

interface DemoParam {
  readonly pid: string
  readonly title: string
  readonly arabic: string
  readonly group: 'Host' | 'Merchant' | 'Receipt'
  readonly type: ParamType
  readonly value?: string
  readonly items?: readonly (readonly [string, string])[]
  readonly required?: boolean
}

const parameters: readonly DemoParam[] = [
  {
    pid: 'host.address',
    title: 'Host',
    arabic: 'المضيف',
    group: 'Host',
    type: 'HOST',
    value: 'pay.tigris.example',
    required: true,
  },
  { pid: 'host.port', title: 'Port', arabic: 'المنفذ', group: 'Host', type: 'PORT', value: '443' },
  {
    pid: 'host.security',
    title: 'Connection',
    arabic: 'الاتصال',
    group: 'Host',
    type: 'ENUM',
    value: 'tls',
    items: [
      ['tls', 'TLS'],
      ['plain', 'Not encrypted'],
    ],
  },
  {
    pid: 'host.timeout',
    title: 'Patience (seconds)',
    arabic: 'مهلة الانتظار (ثوانٍ)',
    group: 'Host',
    type: 'INTEGER',
    value: '30',
  },
  {
    pid: 'host.certificate',
    title: 'Last day of the certificate',
    arabic: 'آخر يوم للشهادة',
    group: 'Host',
    type: 'DATE',
  },
  {
    pid: 'merchant.tid',
    title: 'Terminal id',
    arabic: 'معرّف الجهاز',
    group: 'Merchant',
    type: 'STRING',
    value: '${device.sn}',
  },
  {
    pid: 'merchant.name',
    title: 'Name on receipts',
    arabic: 'الاسم على الإيصال',
    group: 'Merchant',
    type: 'STRING',
    value: 'Tigris Bank',
  },
  {
    pid: 'merchant.limit',
    title: 'Highest amount',
    arabic: 'أعلى مبلغ',
    group: 'Merchant',
    type: 'AMOUNT',
    value: '500000',
  },
  {
    pid: 'merchant.tips',
    title: 'Tips',
    arabic: 'الإكرامية',
    group: 'Merchant',
    type: 'BOOL',
    value: 'false',
  },
  {
    pid: 'receipt.header',
    title: 'First line',
    arabic: 'السطر الأول',
    group: 'Receipt',
    type: 'STRING',
    value: 'Thank you',
  },
  {
    pid: 'receipt.copies',
    title: 'Copies',
    arabic: 'عدد النسخ',
    group: 'Receipt',
    type: 'INTEGER',
    value: '1',
  },
]

/** The payment application's parameters: a dictionary, a template, and what the bank says for its terminals. */
export async function makeDemoParams(db: Db, giver: FrozenPrincipal): Promise<void> {
  await addDictionary(db)
  const made = await addTemplate(db, giver)
  if (!made) return
  await assign(db, giver, {
    ...made,
    name: 'Tigris terminals',
    values: {
      'merchant.limit': '250000',
      'receipt.header': 'شكرًا لكم',
      'host.certificate': await dayIn(db, 25),
    },
  })
}

async function dayIn(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{
    day: string
  }>`select (current_date + ${days}::integer)::text as day`.execute(db)
  return rows[0]?.day ?? ''
}

async function addDictionary(db: Db): Promise<void> {
  const rows = parameters.map((one) => ({
    ...one,
    titles: { 'ar-IQ': one.arabic },
    items: (one.items ?? []).map(([value, label]) => ({ value, label })),
    names: one.value?.includes('${') ? ['device.sn'] : [],
    required: one.required ?? false,
  }))
  await sql`insert into param_dict (pid, title, titles, group_name, data_type, items, default_value, names, required, expires)
    select told.pid, told.title, told.titles, told."group", told.type, told.items, told.value,
      array(select jsonb_array_elements_text(told.names)), told.required, told.type = 'DATE'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (pid text, title text, titles jsonb, "group" text,
      type text, items jsonb, value text, names jsonb, required boolean)`.execute(db)
}

const groups = [...new Set(parameters.map(({ group }) => group))]
const arabicGroups = { Host: 'المضيف', Merchant: 'التاجر', Receipt: 'الإيصال' } as const

const rule = {
  expression: 'p["host.security"] == "tls" || p["host.port"] != 443',
  message: 'Port 443 is for TLS',
}

const parts = {
  files: [{ id: 'main', fileName: 'pay.json', path: '', format: 'JSON', encoding: 'UTF-8' }],
  groups: groups.map((id) => ({ id, title: id, titles: { 'ar-IQ': arabicGroups[id] } })),
  headers: [],
}

const place = ({ pid, group }: DemoParam) => ({
  pid,
  groupId: group,
  headerId: null,
  fileId: 'main',
})

/** As it is designed. */
const draft = {
  ...parts,
  fields: parameters.map((one) => ({
    ...place(one),
    label: null,
    defaultValue: null,
    required: null,
    readOnly: null,
    hidden: false,
    columns: null,
    maxRows: null,
  })),
  rules: [rule],
}

const controls: Partial<Record<ParamType, string>> = { ENUM: 'SELECT', BOOL: 'SWITCH' }

/** As it was published: with all that the dictionary says. */
const published = {
  ...parts,
  fields: parameters.map((one) => ({
    ...place(one),
    label: one.title,
    labels: { 'ar-IQ': one.arabic },
    description: null,
    unit: null,
    control: controls[one.type] ?? 'TEXT',
    accessLevel: 'BASIC',
    secret: false,
    dependsOn: null,
    required: one.required ?? false,
    readOnly: false,
    hidden: false,
    dataType: one.type,
    minLength: null,
    maxLength: null,
    minValue: null,
    maxValue: null,
    pattern: null,
    patternMessage: null,
    columns: [],
    maxRows: null,
    defaultValue: null,
    items: (one.items ?? []).map(([value, label]) => ({
      value,
      label,
    })),
  })),
  rules: [{ ...rule, pids: ['host.security', 'host.port'] }],
}

const sum = (what: object): string =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex')

interface Made {
  readonly appId: string
  readonly orgId: string
  readonly revisionId: string
}

async function addTemplate(db: Db, { userId }: FrozenPrincipal): Promise<Made | undefined> {
  const pids = parameters.map(({ pid }) => pid)
  const { rows } = await sql<Made>`with app as (
      select app.id, app.org_id from app where app.package = 'iq.tigris.pay' and app.deleted_at is null limit 1),
    template as (
      insert into param_template (org_id, name, code, app_id, state, rev, draft_sha256, pids, formats, file_count, created_by)
        select app.org_id, 'Payment', 'PAYMENT', app.id, 'PUBLISHED', 1, ${sum(draft)}, ${pids}, '{JSON}', 1, ${userId}::uuid
        from app returning id, org_id, app_id),
    kept as (
      insert into param_template_draft (template_id, content) select id, ${JSON.stringify(draft)}::jsonb from template)
    insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count, note, published_by)
      select id, 1, ${JSON.stringify(published)}::jsonb, ${sum(published)}, ${sum(draft)}, ${pids}, 1, 'First edition', ${userId}::uuid
      from template
      returning id as revision_id, (select app_id from template), (select org_id from template)`.execute(
    db,
  )
  const [made] = rows
  if (!made) return undefined
  await sql`update apk set param_template_ids = array(select id from param_template where app_id = ${made.appId})
    where app_id = ${made.appId}`.execute(db)
  return made
}

interface Said extends Made {
  readonly name: string
  readonly values: Readonly<Record<string, string>>
}

/** The workers put it in force and bring it to terminals, as whatever waits for its moment. */
async function assign(db: Db, giver: FrozenPrincipal, of: Said): Promise<void> {
  const options = JSON.stringify(paramDelivery().parse({}))
  await sql`with own as (
      insert into param_assignment (name, level, org_id, app_id, template_rev_id, content, options, created_by)
        values (${of.name}, 'ORG', ${of.orgId}, ${of.appId}, ${of.revisionId}, ${JSON.stringify(of.values)}, ${options}, ${giver.userId})
      returning id, template_rev_id, content)
    insert into param_assignment_rev (assignment_id, revision, template_rev_id, content, state, starts_at, note,
        device_count, published_by, principal)
      select id, 1, template_rev_id, content, 'SCHEDULED', now(), 'Limits of the bank', 0, ${giver.userId}::uuid,
        ${JSON.stringify(giver)}::jsonb from own`.execute(db)
}
