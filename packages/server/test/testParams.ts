import { type ParamFile, writeParamFile } from '@muster/contract'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { addApp } from './appEstate.ts'
import type { TestApp } from './testApp.ts'

let serial = 0

interface Wanted {
  readonly pids: readonly string[]
  readonly secretPids?: readonly string[]
  /** What its form calls parameters; the others are called by their PID. */
  readonly labels?: Readonly<Record<string, string>>
  readonly defaults?: Readonly<Record<string, string>>
  readonly required?: readonly string[]
  readonly advanced?: readonly string[]
  /** Those whose texts are as long as any. */
  readonly long?: readonly string[]
  readonly files?: readonly string[]
  readonly images?: readonly string[]
  /** What some fields are otherwise than plain ones. */
  readonly shapes?: Readonly<Record<string, object>>
  readonly flags?: readonly string[]
  readonly rules?: readonly {
    readonly expression: string
    readonly message: string
    readonly pids: readonly string[]
  }[]
  readonly package?: string
  readonly orgId?: string
}

/** A field of a published template: a text on the first tab. */
export const plainField = (pid: string) => ({
  pid,
  groupId: 'main',
  headerId: null,
  fileId: 'main',
  label: pid,
  labels: {},
  description: null,
  unit: null,
  control: 'TEXT',
  accessLevel: 'BASIC',
  secret: false,
  dependsOn: null,
  required: false,
  readOnly: false,
  hidden: false,
  dataType: 'STRING',
  minLength: null,
  maxLength: null,
  minValue: null,
  maxValue: null,
  pattern: null,
  patternMessage: null,
  items: [],
  columns: [],
  maxRows: null,
  defaultValue: null,
})

function contentOf({
  pids,
  secretPids = [],
  labels = {},
  defaults = {},
  required = [],
  advanced = [],
  long = [],
  files: filePids = [],
  images = [],
  shapes = {},
  flags = [],
  rules = [],
}: Wanted) {
  const typeOf = (pid: string) => {
    if (flags.includes(pid)) return 'BOOL'
    if (filePids.includes(pid)) return 'FILE'
    return images.includes(pid) ? 'IMAGE' : 'STRING'
  }
  const fields = [...pids, ...secretPids, ...filePids, ...images, ...flags].map((pid) => ({
    ...plainField(pid),
    label: labels[pid] ?? pid,
    dataType: typeOf(pid),
    accessLevel: advanced.includes(pid) ? 'ADVANCED' : 'BASIC',
    secret: secretPids.includes(pid),
    required: required.includes(pid),
    maxLength: long.includes(pid) ? null : 20,
    defaultValue: defaults[pid] ?? null,
    ...shapes[pid],
  }))
  const files = [
    { id: 'main', fileName: 'parameters.json', path: '', format: 'JSON', encoding: 'UTF-8' },
  ]
  return { files, groups: [{ id: 'main', title: 'Main', titles: {} }], headers: [], fields, rules }
}

/** An application with a published template of plain texts, past the rules of their routes. */
export async function addParamTemplate(
  app: TestApp,
  wanted: Wanted,
): Promise<{ appId: string; revId: string; package: string }> {
  const { db } = app.platform
  serial += 1
  const orgId = wanted.orgId ?? app.rootId
  const name = wanted.package ?? `com.example.params${serial}`
  const appId = await addApp(app, { orgId, package: name })
  const { rows } = await sql<{
    id: string
  }>`insert into param_template (org_id, name, code, app_id, state, rev)
    values (${orgId}, ${`T${serial}`}, ${`t${serial}`}, ${appId}, 'PUBLISHED', 1) returning id`.execute(
    db,
  )
  const content = contentOf(wanted)
  const { rows: revs } = await sql<{ id: string }>`insert into param_template_rev
      (template_id, rev, content, sha256, draft_sha256, pids, file_count)
    values (${rows[0]?.id}, 1, ${JSON.stringify(content)}, '', '', ${content.fields.map(({ pid }) => pid)}, 1)
    returning id`.execute(db)
  return { appId, revId: revs[0]?.id ?? '', package: name }
}

/** A stored file of an organisation, whose bytes are nobody's business; answers the value that names it. */
export async function addParamFile(
  app: TestApp,
  { name, orgId = app.rootId }: { readonly name: string; readonly orgId?: string },
): Promise<string> {
  const file: ParamFile = {
    sha256: createHash('sha256').update(name).digest('hex'),
    size: name.length,
    name,
  }
  await sql`insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
    values (${name}, 'param', ${file.size}, decode(${file.sha256}, 'hex'), 1048576, 'STORED', ${orgId}, ${orgId})`.execute(
    app.platform.db,
  )
  return writeParamFile(file)
}
