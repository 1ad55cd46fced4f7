import { codes, type MailTemplate, mailTemplates, mailTemplatesPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { letterheadFor } from '../../user/customize/index.ts'
import { asPreview, letterHtml } from './page.ts'
import { sampleValues } from './sampleValues.ts'
import { findTemplates, removeTemplate, writeTemplate } from './template.queries.ts'
import { chosen } from './template.rules.ts'
import { fillHtml, fillLine, plainText, wordingProblem } from './wording.rules.ts'
import { isMailCode, type Wording } from './wording.ts'

interface Named {
  readonly code: string
  readonly language: string
}

/** What our mails say. */
export const mailTemplateRoutes = serve(mailTemplates, everyone, {
  page: async ({ query }, ctx) => {
    if (query.sortField && !sortable.has(query.sortField))
      throw new Refusal(codes.badRequest, 'refusal.unknownSort')
    const all = chosen(await findTemplates(ctx.db), query)
    const { pageNum, pageSize } = query
    const list = all.slice((pageNum - 1) * pageSize, pageNum * pageSize)
    return { list, total: all.length, pageNum, pageSize }
  },
  detail: ({ params }, ctx) => need(ctx, params),
  update: ({ body }, ctx) => update(ctx, body),
  reset: async ({ params }, ctx) => {
    const before = await need(ctx, params)
    await removeTemplate(ctx.db, params)
    tell(ctx, params, { before })
    return (await find(ctx, params)) ?? { ...before, isChanged: false, version: 0 }
  },
  preview: ({ body }, ctx) => preview(ctx, body),
})

const sortable = new Set(['code', 'language', 'subject', 'updatedAt'])

async function find(ctx: Context, { code, language }: Named): Promise<MailTemplate | undefined> {
  const all = await findTemplates(ctx.db)
  return all.find((one) => one.code === code && one.language === language)
}

async function need(ctx: Context, named: Named): Promise<MailTemplate> {
  const found = await find(ctx, named)
  if (!found) throw notFound()
  return found
}

async function update(ctx: Context, body: Named & Wording & { version: number }) {
  requireGood(ctx, body)
  const before = await find(ctx, body)
  const updatedBy = ctx.principal.userId
  if (!(await writeTemplate(ctx.db, { ...body, updatedBy }))) {
    const name = before?.updatedBy ?? translate(ctx.language, 'someone')
    const detail = { params: { name }, data: { version: before?.version ?? 0 } }
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', detail)
  }
  const after = await need(ctx, body)
  tell(ctx, body, { before, after })
  return after
}

function tell(
  ctx: Context,
  { code, language }: Named,
  note: { before?: unknown; after?: unknown },
) {
  ctx.note({ targetIds: [`${code} ${language}`], ...note })
  ctx.changed(mailTemplatesPath, [])
}

/** Refuses a wording that could not be filled, or that carries markup which runs. */
function requireGood(ctx: Context, { code, ...wording }: Named & Wording): void {
  if (!isMailCode(code)) throw notFound()
  const problem = wordingProblem(code, wording)
  if (!problem) return
  const { field, key, name } = problem
  throw fieldRefusal(field, translate(ctx.language, key, { name }))
}

async function preview(ctx: Context, body: Named & Wording) {
  requireGood(ctx, body)
  const head = await letterheadFor({ db: ctx.db, env: ctx.platform.env }, null)
  const { site, address } = head
  const values = { ...sampleValues(ctx.now(), body.language), site, address: address ?? '' }
  const subject = fillLine(body.subject, values)
  const { language } = body
  const html = letterHtml({ ...head, language, subject, body: fillHtml(body.body, values) })
  return { subject, html: asPreview(html), text: plainText(html) }
}
