import { languageKeeping } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded, Screen } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { LanguageList } from './LanguageList.tsx'
import { TextList } from './TextList.tsx'

/** LANG: the languages of the console, and the texts of the one that the address names. */
export function LanguageScreen() {
  const { query: address } = usePage()
  const { languageId } = address
  const all = useQuery(query(languageKeeping.page, { query: { pageSize: 100 } }))
  return (
    <Screen title="language.title">
      {languageId ? (
        <Loaded query={all} permission={languageKeeping.page.permission}>
          {({ list }) => {
            const language = list.find(({ id }) => id === languageId)
            return language ? <TextList key={languageId} language={language} /> : <LanguageList />
          }}
        </Loaded>
      ) : (
        <LanguageList />
      )}
    </Screen>
  )
}
