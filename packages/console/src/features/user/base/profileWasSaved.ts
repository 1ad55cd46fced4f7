import { type Profile, profile, session } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { keepDrafts } from '../../../kit/form/drafts.ts'
import { notify } from '../../../kit/notify.ts'
import { queries, query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { whenIdle } from '../../../kit/whenIdle.ts'
import { t } from '../../../platform/texts.ts'
import { keepLanguage, type Language } from '../../../platform/language.ts'

interface Saved {
  readonly before: Profile
  readonly after: Profile
  /** The languages that were offered. */
  readonly offered: readonly Language[]
}

/** The frame shows the new name at once; what decides how everything is written loads the page anew. */
export async function profileWasSaved({ before, after, offered }: Saved): Promise<void> {
  const language = offered.find(({ code }) => code === after.language)
  if (language && after.language !== before.language) keepLanguage(language)
  const isWrittenAnew = (['language', 'timeZone', 'dateFormat'] as const).some(
    (name) => after[name] !== before[name],
  )
  if (isWrittenAnew) {
    // The page ceases to be marked first: the browser would ask about what has been saved.
    await whenIdle()
    keepDrafts()
    location.reload()
    return
  }
  notify.success(t('kit.saved'))
  queries.setQueryData(query(profile.read, {}).queryKey, after)
  useSession.setState({ user: await call(session.info, {}) })
}
