import { translate } from '../../../platform/texts.ts'
import { escapeHtml } from './wording.rules.ts'

interface Letter {
  readonly language: string
  readonly subject: string
  readonly site: string
  readonly address: string | null
  /** Whom to ask, in the organisation's own words. */
  readonly support: string | null
  /** Filled already. */
  readonly body: string
}

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ckb'])

/** The whole HTML of a mail: the site's name above, who sent it below, in the direction of its language. */
export function letterHtml({ language, subject, body, ...head }: Letter): string {
  const { site } = head
  const direction = rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f5f7fa;color:#1f2329;font:15px/1.6 system-ui,Segoe UI,Roboto,Tahoma,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 32px;background:#fff;border:1px solid #e4e7ed;border-radius:4px">
<p style="margin:0 0 16px;font-size:17px"><b>${escapeHtml(site)}</b></p>
${body}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #e4e7ed;color:#5c6470;font-size:13px">${footer(language, head)}</p>
</div></body></html>`
}

/** Who sent it, whom to ask, and where the console is; what is not known is left out. */
function footer(
  language: string,
  { site, support, address }: Pick<Letter, 'site' | 'support' | 'address'>,
): string {
  const lines = [translate(language, 'mail.footer', { site })]
  if (support) lines.push(translate(language, 'mail.support', { support }))
  const texts = lines.map(escapeHtml)
  if (address) texts.push(`<a href="${escapeHtml(address)}" dir="ltr">${escapeHtml(address)}</a>`)
  return texts.join('<br>')
}

const still = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`

/**
 * A letter for whoever looks at it here: a browser that is given it fetches no picture of it from
 * elsewhere, which would tell a stranger who looks, when and from where.
 */
export const asPreview = (html: string): string =>
  html.replace('<meta charset="utf-8">', (meta) => meta + still)
