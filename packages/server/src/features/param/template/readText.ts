import {
  codes,
  type ImportedTemplate,
  type ParsedOf,
  type paramTemplates,
  type TemplateContent,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { findParams } from './dictionary.queries.ts'
import { changesBetween } from './diff.rules.ts'
import { readDraft } from './draft.queries.ts'
import { readExport } from './exportText.ts'
import { readJsonSchema } from './read/readJsonSchema.ts'
import { draftOf, type ReadTemplate, Unreadable } from './read/readTemplate.ts'
import { readXmlSchema } from './read/readXmlSchema.ts'
import { templateBin } from './templateBin.ts'

type Wish = ParsedOf<(typeof paramTemplates)['readText']>['body']

const empty: TemplateContent = { files: [], groups: [], headers: [], fields: [], rules: [] }

/** Reads a text as a draft, and says what it would change of the one that there is; nothing is written. */
export async function readText(
  ctx: Context,
  { id, source, text }: Wish,
): Promise<ImportedTemplate> {
  if (id !== null) await templateBin.find(ctx, id)
  const { read, content: given } = readAs(source, text)
  const dictionary = await findParams(
    ctx,
    read.fields.map(({ param }) => param.pid),
  )
  const before = id === null ? empty : await readDraft(ctx, id)
  const content = given ?? draftOf(read, dictionary, before.rules)
  return {
    content,
    known: [...dictionary.values()],
    unknown: read.fields.map(({ param }) => param).filter(({ pid }) => !dictionary.has(pid)),
    changes: changesBetween(before, content),
    notes: read.notes.map(({ key, params }) => translate(ctx.language, key, params)),
  }
}

function readAs(
  source: Wish['source'],
  text: string,
): { read: ReadTemplate; content?: TemplateContent } {
  try {
    if (source === 'MUSTER') return readExport(text)
    return { read: source === 'XML' ? readXmlSchema(text) : readJsonSchema(text) }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (error.line === null) throw new Refusal(codes.warning, 'paramTemplate.unreadable')
    throw new Refusal(codes.warning, 'paramTemplate.unreadableAt', { params: { line: error.line } })
  }
}
