import {
  type CommandName,
  codes,
  columnsOf,
  type ParsedOf,
  type TaskTemplate,
  secretArguments,
  taskTemplates,
  taskTemplatesPath,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { contains, equals, pageRows } from '../../../kit/page.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { holdFiles, letGoFiles } from '../../file/upload/index.ts'
import { shownArgs } from '../command/sealedArgs.ts'
import { prepared } from '../command/prepared.ts'
import { requireZone } from '../push/createPush.ts'
import { requireRights } from '../push/rights.ts'

type Body = ParsedOf<(typeof taskTemplates)['add']>['body']

/** Templates belong to the organisation of who made them. */
const templateScope = organizationsBy('orgId')
const usedBy = 'taskTemplate'
const source = {
  view: 'taskTemplateRow',
  order: ['name'],
  sortable: columnsOf(taskTemplates.page),
}

export const taskTemplateRoutes = serve(taskTemplates, templateScope, {
  page: async ({ query }, ctx) => {
    const { cmd, keyword } = query
    const conditions = [
      templateScope.rows(ctx.principal),
      ...(cmd ? [equals('cmd', cmd)] : []),
      ...(keyword?.trim() ? [contains('name', keyword.trim())] : []),
    ]
    const page = await pageRows<TaskTemplate>(ctx, { ...source, conditions }, query)
    return { ...page, list: page.list.map(shown) }
  },
  add: async ({ body }, ctx) => {
    const { cmd, args } = await keptWant(ctx, body)
    const { userId, orgId } = ctx.principal
    await requireFreeName(ctx, { name: body.name, orgId, id: null })
    const { rows } = await sql<{ id: string }>`insert into task_template
        (org_id, name, cmd, args, options, ttl_seconds, created_by)
      values (${orgId}, ${body.name}, ${cmd}, ${JSON.stringify(args)}, ${JSON.stringify(body.options)},
        ${body.ttlSeconds ?? null}, ${userId}) returning id`.execute(ctx.db)
    return written(ctx, rows[0]?.id ?? '', body)
  },
  update: async ({ body }, ctx) => {
    const before = await lock(ctx, body.id)
    if (before.version !== body.version)
      throw new Refusal(codes.versionConflict, 'refusal.versionConflict')
    requireRights(ctx, [{ kind: before.cmd, args: {} }])
    const { cmd, args } = await keptWant(ctx, body)
    await requireFreeName(ctx, { name: body.name, orgId: before.orgId, id: body.id })
    await sql`update task_template set name = ${body.name}, cmd = ${cmd}, args = ${JSON.stringify(args)},
        options = ${JSON.stringify(body.options)}, ttl_seconds = ${body.ttlSeconds ?? null},
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where id = ${body.id}`.execute(ctx.db)
    return written(ctx, body.id, body)
  },
  remove: async ({ params: { id } }, ctx) => {
    const { name, orgId, cmd } = await lock(ctx, id)
    requireRights(ctx, [{ kind: cmd, args: {} }])
    await letGoFiles(ctx, usedBy, [id])
    await sql`delete from task_template where id = ${id}`.execute(ctx.db)
    ctx.note({ targetIds: [id], about: { name } })
    ctx.changed(taskTemplatesPath, [id], [orgId])
  },
})

/** What is wanted, as far as it may lie in a template: it has no secrets, and its giver may want it. */
async function keptWant(
  ctx: Context,
  { want, options }: Body,
): Promise<{ cmd: string; args: object }> {
  requireRights(ctx, [{ kind: want.cmd, args: {} }])
  requireZone(options)
  if (secretArguments(want.cmd).length > 0) throw fieldRefusal('want.cmd', 'push.template.secret')
  return prepared(ctx, want, 'want.args')
}

interface Named {
  readonly name: string
  readonly orgId: string
  readonly id: string | null
}

async function requireFreeName(ctx: Context, { name, orgId, id }: Named): Promise<void> {
  const { rows } = await sql`select from task_template where org_id = ${orgId}
    and lower(name) = lower(${name}) and id is distinct from ${id}::uuid`.execute(ctx.db)
  if (rows.length > 0) throw fieldRefusal('name', 'push.template.nameTaken')
}

interface Stored {
  readonly name: string
  readonly orgId: string
  readonly version: number
  readonly cmd: CommandName
}

async function lock(ctx: Context, id: string): Promise<Stored> {
  const { rows } = await sql<Stored>`select name, org_id, version, cmd from task_template as row
    where id = ${id} and ${templateScope.rows(ctx.principal)} for update`.execute(ctx.db)
  const [template] = rows
  if (!template) throw notFound()
  return template
}

/** The template as it is now; the file that it brings stays as long as it does. */
async function written(ctx: Context, id: string, { name, want }: Body): Promise<TaskTemplate> {
  await holdFiles(
    ctx,
    { usedBy, usedId: id, name },
    'fileId' in want.args && want.args.fileId !== null ? [want.args.fileId] : [],
  )
  const { rows } = await sql<
    TaskTemplate & Stored & { readonly updatedByName: string | null }
  >`select * from task_template_row as row
    where id = ${id} and ${templateScope.rows(ctx.principal)}`.execute(ctx.db)
  const [template] = rows
  if (!template) throw notFound()
  const { cmd, orgId } = template
  ctx.note({
    targetIds: [id],
    about: { name },
    after: { cmd, args: shownArgs(cmd, template.args) },
  })
  ctx.changed(taskTemplatesPath, [id], [orgId])
  return shown({ ...template, updatedBy: template.updatedByName })
}

const shown = (template: TaskTemplate): TaskTemplate => ({
  ...template,
  args: shownArgs(template.cmd, template.args),
})
