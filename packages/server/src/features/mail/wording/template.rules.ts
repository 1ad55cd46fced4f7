import type { MailTemplate } from '@muster/contract'

interface Wish {
  readonly keyword?: string | undefined
  readonly code?: string | undefined
  readonly language?: string | undefined
  readonly sortField?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

/** The templates that a list asks for, in its order; by code and language where it names none. */
export function chosen(all: readonly MailTemplate[], wish: Wish): MailTemplate[] {
  const { keyword, code, language, sortField = 'code', sortOrder = 'asc' } = wish
  const fit = all.filter(
    (one) =>
      contains(one.code, code) &&
      contains(one.language, language) &&
      (contains(one.code, keyword) || contains(one.subject, keyword)),
  )
  const direction = sortOrder === 'asc' ? 1 : -1
  return fit.toSorted(
    (a, b) =>
      direction * compare(a, b, sortField) || compare(a, b, 'code') || compare(a, b, 'language'),
  )
}

const contains = (text: string, part = ''): boolean =>
  text.toLowerCase().includes(part.trim().toLowerCase())

const compare = (a: MailTemplate, b: MailTemplate, member: string): number =>
  textOf(a, member).localeCompare(textOf(b, member))

function textOf(template: MailTemplate, member: string): string {
  const { code, language, subject, updatedAt } = template
  return { code, language, subject, updatedAt: updatedAt ?? '' }[member] ?? ''
}
