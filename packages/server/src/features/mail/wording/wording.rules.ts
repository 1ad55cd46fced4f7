import { type MailCode, mailVariables, secretMails, secretVariables } from '@muster/contract'

const place = /\{\{\s*(\w+)\s*\}\}/g

export type Values = Readonly<Record<string, string>>

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that stays text inside HTML, also inside an attribute in quotes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** HTML with its places filled; there is no way for a value to bring markup with it. */
export const fillHtml = (html: string, values: Values): string =>
  html.replace(place, (_, name: string) => escapeHtml(values[name] ?? ''))

/** The same for one line of a mail's head: a value brings no further line. */
export const fillLine = (text: string, values: Values): string =>
  text
    .replace(place, (_, name: string) => values[name] ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** Values of which those that open a door are redacted. */
export const redacted = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      secretVariables.has(name) ? '••••••' : value,
    ]),
  )

/** HTML as a plain text, for readers without HTML and for the console's log. */
export const plainText = (html: string): string =>
  html
    .replace(/<(?:style|title)\b[^<>]*>[^<]*<\/(?:style|title)>/gi, '')
    .replace(/<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<]*)<\/a>/gi, linkText)
    .replace(/<br\b[^<>]*>|<\/(?:p|div|h\d|li|tr)>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const linkText = (_: string, href: string, text: string): string =>
  text.trim() === href ? href : `${text} (${href})`

/** What every mail may be filled with. */
const commonVariables = ['site', 'address'] as const

export const variablesOf = (code: MailCode): string[] => [
  ...mailVariables[code],
  ...commonVariables,
]

interface WordingProblem {
  readonly field: 'subject' | 'body'
  readonly key:
    | 'mail.unknownVariable'
    | 'mail.missingVariable'
    | 'mail.secretSubject'
    | 'mail.forbiddenHtml'
  readonly name: string
}

/** Markup that runs, loads or sends something: no mail of ours needs it. */
const forbidden =
  /<\s*\/?\s*(script|iframe|object|embed|form|input|button|meta|link|base|svg|math|frame|frameset|style)\b|<[^<>]*[\s"'/](on[a-z]+)\s*=|=\s*["']?\s*(javascript|vbscript|data)\s*:/i

/** Tags as browsers read them: a quoted value may hold `>`, and one that is never closed goes to the end. */
const tags = /<[a-z/!](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*/gi

/** Whether a code or link stands in markup, where an address of a picture would carry it to a stranger. */
function isInTag(body: string, name: string): boolean {
  const found = (body.match(tags) ?? []).join('\n').replace(/\bhref="\{\{\s*link\s*\}\}"/gi, '')
  return namesIn(found).includes(name)
}

/** What is wrong with a wording: a variable that nobody fills, one that must be there, markup that runs. */
export function wordingProblem(
  code: MailCode,
  { subject, body }: { subject: string; body: string },
): WordingProblem | null {
  const known = variablesOf(code)
  const parts = [
    { field: 'subject', names: namesIn(subject) },
    { field: 'body', names: namesIn(body) },
  ] as const
  for (const { field, names } of parts) {
    const unknown = names.find((name) => !known.includes(name))
    if (unknown !== undefined) return { field, key: 'mail.unknownVariable', name: unknown }
  }
  const needed = secretMails.has(code) ? known.filter((name) => secretVariables.has(name)) : []
  const inSubject = needed.find((name) => parts[0].names.includes(name))
  if (inSubject) return { field: 'subject', key: 'mail.secretSubject', name: inSubject }
  const missing = needed.find((name) => !parts[1].names.includes(name))
  if (missing) return { field: 'body', key: 'mail.missingVariable', name: missing }
  const carried = needed.find((name) => isInTag(body, name))
  if (carried) return { field: 'body', key: 'mail.forbiddenHtml', name: carried }
  const markup = forbidden.exec(body)
  if (!markup) return null
  return {
    field: 'body',
    key: 'mail.forbiddenHtml',
    name: markup[1] ?? markup[2] ?? markup[3] ?? '',
  }
}

/** Names of the places; what only looks like one (`{{ }}`, `{{a b}}`) is named as it stands. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim())
