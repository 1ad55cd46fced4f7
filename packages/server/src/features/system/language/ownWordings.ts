import { languagesPath } from '@muster/contract'
import type { Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { setOwnWordings } from '../../../platform/texts.ts'

/**
 * Lets the server's own sentences (refusals, mails, files) speak as administrators have worded them
 * on the LANG screen, at once on every node; a missed announcement is made up for within a minute.
 */
export function followOwnWordings(platform: Pick<Platform, 'db' | 'live' | 'log'>): {
  readonly stop: () => Promise<void>
} {
  const { live, log } = platform
  const reading = every({ name: 'reading own wordings', seconds: 60, log }, () => read(platform))
  reading.soon()
  const end = live.subscribe(({ path }) => {
    if (path === languagesPath) reading.soon()
  })
  return {
    async stop() {
      end()
      await reading.stop()
      setOwnWordings(new Map())
    },
  }
}

async function read({ db }: Pick<Platform, 'db'>): Promise<void> {
  const rows = await db
    .selectFrom('languageText as text')
    .innerJoin('language', 'language.id', 'text.languageId')
    .select(['language.code', 'text.key', 'text.value'])
    .where('text.isCustom', '=', true)
    .execute()
  const wordings = new Map<string, Map<string, string>>()
  for (const { code, key, value } of rows) {
    const texts = wordings.get(code) ?? new Map<string, string>()
    wordings.set(code, texts.set(key, value))
  }
  setOwnWordings(wordings)
}
