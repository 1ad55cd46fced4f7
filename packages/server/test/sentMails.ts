import type { TestApp } from './testApp.ts'

/** Mails to an address, the oldest first, with the code or the link that they carry. */
export async function sentMails({ platform }: TestApp, email: string) {
  const mails = await platform.db
    .selectFrom('mailLog')
    .select(['template', 'html'])
    .where('toAddress', '=', email)
    .orderBy('id')
    .execute()
  return mails.map(({ template, html }) => ({
    template,
    code: />(\d{6})</.exec(html)?.[1] ?? '',
    link: /href="([^"]+)"/.exec(html)?.[1] ?? '',
  }))
}
