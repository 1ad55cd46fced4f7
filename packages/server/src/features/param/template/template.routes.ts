import {
  codes,
  emptyTemplate,
  type FrozenTemplate,
  paramTemplates,
  type TemplateContent,
  type TemplateFault,
  type TemplatePreview,
  templateMoves,
  type TemplateState,
} from '@muster/contract'
import { type DraftFault, type Frozen, freeze } from '@muster/contract/param/freeze'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { matchesTogether } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import { addParams } from './addParams.ts'
import { sumOf } from './canonical.ts'
import { findParams, offerParams } from './dictionary.queries.ts'
import { changesBetween, migrationBetween } from './diff.rules.ts'
import { readDraft, writeDraft } from './draft.queries.ts'
import { formatFaultTexts } from '../format/formatFault.ts'
import { installedFormats } from '../format/installed.ts'
import { faultsOfPlugins, keepPlugins, pluginBytes, withPlugins } from '../format/write.ts'
import { saidFrom } from '../saidFrom.ts'
import { thawed, writeTemplate } from './exportText.ts'
import { migrateParams, migratingOf } from './migrate.ts'
import { previewOf, triedValues } from './preview.ts'
import { readText } from './readText.ts'
import { findRevision, listRevisions, putInForce } from './revision.queries.ts'
import { builtInsOf } from './sampleTerminal.queries.ts'
import { templateBin } from './templateBin.ts'
import { templateScope } from './templateScope.ts'

const records = lifecycle(paramTemplates, templateBin, {
  search: ['name', 'code', 'remark'],
  order: ['name'],
  computed: ['formats', 'usedCount', 'versions'],
  filters: { format: (format) => sql`formats @> array[${format}::text]` },
})

export const templateRoutes = serve(paramTemplates, templateScope, {
  ...records,
  // With a tab and a file the first parameter can be added at once.
  add: async (asked, ctx) => {
    const made = await records.add(asked, ctx)
    await writeDraft(ctx, made.id, emptyTemplate(translate(ctx.language, 'paramTemplate.firstTab')))
    return asShown(ctx, made.id)
  },
  content: async ({ params: { id } }, ctx) => {
    const { version } = await templateBin.find(ctx, id)
    const content = await readDraft(ctx, id)
    return { version, content, known: await knownTo(ctx, content) }
  },
  saveContent: ({ params, body }, ctx) => saveContent(ctx, { ...params, ...body }),
  offered: ({ query }, ctx) => offerParams(ctx, query.keyword?.trim() ?? ''),
  formats: async (_, { platform }) =>
    [...(await installedFormats(platform)).values()].map(({ name, extension, mediaType }) => ({
      name,
      extension,
      mediaType,
    })),
  check: async ({ params: { id } }, ctx) => {
    const { rev } = await templateBin.find(ctx, id)
    const { content, faults } = await triedDraft(ctx, id)
    const before = rev === null ? nothing : (await findRevision(ctx, id, rev)).content
    return {
      faults: faults.map((fault) => shownFault(ctx, fault)),
      changes: changesBetween(before, content),
    }
  },
  publish: ({ params, body }, ctx) => publish(ctx, { ...params, ...body }),
  setState: ({ params }, ctx) => setState(ctx, params),
  copy: async ({ params: { id }, body }, ctx) => {
    const { name: _, code: __, orgId: ___, ...source } = await templateBin.find(ctx, id)
    const { appId, versionFrom, versionTo, remark } = source
    const made = await templateBin.add(ctx, { ...body, appId, versionFrom, versionTo, remark })
    await writeDraft(ctx, made.id, await readDraft(ctx, id))
    return asShown(ctx, made.id)
  },
  revisions: async ({ params: { id } }, ctx) => {
    await templateBin.find(ctx, id)
    return listRevisions(ctx, id)
  },
  revision: ({ params: { id, rev } }, ctx) => versionOf(ctx, id, rev),
  pids: async ({ params: { id }, query }, ctx) => {
    const { rev } = await templateBin.find(ctx, id)
    const { content } = await versionOf(ctx, id, query.rev ?? rev ?? 0)
    return content.fields
  },
  diff: async ({ params: { id, rev1, rev2 } }, ctx) => {
    const [before, after] = [await versionOf(ctx, id, rev1), await versionOf(ctx, id, rev2)]
    return changesBetween(before.content, after.content)
  },
  migrate: async ({ params: { id }, body: { from, to } }, ctx) => {
    const [before, after] = [await versionOf(ctx, id, from), await versionOf(ctx, id, to)]
    return migrationBetween(before.content, after.content)
  },
  migrating: ({ params }, ctx) => migratingOf(ctx, params),
  migrateParams: ({ params, body: { ids } }, ctx) => migrateParams(ctx, params, ids),
  preview: async ({ params: { id }, body: { rev, values, deviceId } }, ctx) => {
    const { content } = await versionOf(ctx, id, rev)
    const dictionary = await findParams(
      ctx,
      content.fields.map(({ pid }) => pid),
    )
    const variable = await builtInsOf(ctx, deviceId)
    const faults: TemplatePreview['faults'] = []
    const written = (all: Readonly<Record<string, string>>) =>
      pluginBytes(storeOf(ctx), {
        template: content,
        values: all,
        otherwise: ({ format, fileName: file }, { kind, said }) => {
          const message = translate(ctx.language, formatFaultTexts[kind], { format, file, said })
          faults.push({ pid: null, message })
          return Buffer.alloc(0)
        },
      })
    const { language } = ctx
    const made = await previewOf({ content, dictionary, values, variable, language, written })
    return { ...made, faults: [...made.faults, ...faults] }
  },
  readText: ({ body }, ctx) => readText(ctx, body),
  addParams: ({ body }, ctx) => addParams(ctx, body.params),
  exportText: async ({ params: { id }, query: { rev = 0 } }, ctx) => {
    const { code } = await templateBin.find(ctx, id)
    const content =
      rev === 0 ? await readDraft(ctx, id) : thawed((await findRevision(ctx, id, rev)).content)
    const text = writeTemplate(content, await knownTo(ctx, content))
    const name = rev === 0 ? `${code}.json` : `${code}-${rev}.json`
    return new FileAnswer(name, 'application/json', Buffer.from(text))
  },
})

/** A template as its detail shows it. */
const asShown = (ctx: Context, id: string) =>
  records.detail({ params: { id }, query: undefined, body: undefined }, ctx)

const nothing: FrozenTemplate = { files: [], groups: [], headers: [], fields: [], rules: [] }

/** What the dictionary says of the parameters of a draft. */
async function knownTo(ctx: Context, { fields }: TemplateContent) {
  return [
    ...(
      await findParams(
        ctx,
        fields.map(({ pid }) => pid),
      )
    ).values(),
  ]
}

interface FrozenDraft extends Frozen {
  readonly draft: TemplateContent
  readonly dictionary: Awaited<ReturnType<typeof findParams>>
}

async function frozenDraft(ctx: Context, id: string): Promise<FrozenDraft> {
  const draft = await readDraft(ctx, id)
  const dictionary = await findParams(
    ctx,
    draft.fields.map(({ pid }) => pid),
  )
  const { content, faults } = freeze(draft, dictionary, matchesTogether())
  const written = await withPlugins(ctx.platform, content)
  return {
    draft,
    dictionary,
    content: written.content,
    faults: [...faults, ...written.faults],
  }
}

/** What plug-ins work with: within the call's transaction. */
const storeOf = ({ db, platform: { env, log, secrets } }: Context) => ({ db, env, log, secrets })

/** A draft as it would be published, and what keeps it from that, plug-ins that fail on it among it. */
async function triedDraft(ctx: Context, id: string) {
  const { draft, dictionary, content, faults } = await frozenDraft(ctx, id)
  if (content.files.every(({ plugin }) => plugin === undefined)) return { draft, content, faults }
  const variable = await builtInsOf(ctx, null)
  const values = triedValues({ content, dictionary, values: {}, variable })
  const tried = await faultsOfPlugins(storeOf(ctx), content, values)
  return { draft, content, faults: [...faults, ...tried] }
}

/** A revision; 0 is the draft, as it would be published now. */
async function versionOf(ctx: Context, id: string, rev: number) {
  await templateBin.find(ctx, id)
  if (rev > 0) return findRevision(ctx, id, rev)
  const { content } = await frozenDraft(ctx, id)
  return { rev, sha256: sumOf(content), content }
}

const shownFault = (
  { language }: Context,
  { part, index, key, params, span }: DraftFault,
): TemplateFault => ({
  at: { part, index },
  message: translate(language, key, params),
  from: span?.from ?? null,
  to: span?.to ?? null,
})

interface Saving {
  readonly id: string
  readonly version: number
  readonly content: TemplateContent
}

async function saveContent(ctx: Context, { id, version, content }: Saving) {
  // Locks the template: of two who design it, the later one is refused.
  const row = await templateBin.update(ctx, { id, version })
  if (row.state === 'RETIRED') throw new Refusal(codes.wrongState, 'paramTemplate.retired')
  await requireOpenDefaults(ctx, content)
  await writeDraft(ctx, id, content)
  // How much there is of it; the document itself is no line of a log.
  ctx.note({ targetIds: [id], after: { pids: content.fields.length, rules: content.rules.length } })
  return { version: row.version }
}

/** A draft is read by many: no default of a secret stands in it. */
async function requireOpenDefaults(ctx: Context, { fields }: TemplateContent): Promise<void> {
  const said = fields.filter(({ defaultValue }) => defaultValue !== null).map(({ pid }) => pid)
  const dictionary = await findParams(ctx, said)
  const at = fields.findIndex(
    ({ pid, defaultValue }) => defaultValue !== null && dictionary.get(pid)?.secret === true,
  )
  if (at >= 0)
    throw fieldRefusal(`content.fields.${at}.defaultValue`, 'paramTemplate.secretDefault')
}

interface Publication {
  readonly id: string
  readonly version: number
  readonly note: string | null
}

/** Freezes the draft as a revision that nobody can change any more. */
async function publish(ctx: Context, { id, version, note }: Publication) {
  const row = await templateBin.update(ctx, { id, version })
  if (row.state === 'RETIRED') throw new Refusal(codes.wrongState, 'paramTemplate.retired')
  const { draft, content, faults } = await triedDraft(ctx, id)
  const [first] = faults
  if (first) {
    const { message } = shownFault(ctx, first)
    throw new Refusal(codes.warning, 'paramTemplate.hasFaults', {
      params: { count: faults.length, message },
    })
  }
  const newest = row.rev === null ? null : await findRevision(ctx, id, row.rev)
  if (newest?.sha256 === sumOf(content))
    throw new Refusal(codes.warning, 'paramTemplate.nothingToPublish')
  await saidFrom(ctx)
  await keepPlugins(storeOf(ctx), content)
  const rev = await putInForce(ctx, { id, content, draftSha256: sumOf(draft), note })
  ctx.note({ targetIds: [id], after: { rev, pids: content.fields.length } })
  return asShown(ctx, id)
}

async function setState(ctx: Context, { id, to: state }: { id: string; to: TemplateState }) {
  const row = await templateBin.find(ctx, id)
  const moves: readonly TemplateState[] = templateMoves[row.state]
  if (!moves.includes(state)) throw new Refusal(codes.wrongState, 'paramTemplate.noMove')
  await templateBin.update(ctx, { id, version: row.version })
  await sql`update param_template set state = ${state} where id = ${id} and state = ${row.state}`.execute(
    ctx.db,
  )
  ctx.note({ targetIds: [id], before: { state: row.state }, after: { state } })
  return asShown(ctx, id)
}
