import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './dictionary.module.css'
import { DictionaryList } from './DictionaryList.tsx'
import { ItemPane } from './ItemPane.tsx'

/** DICTIONARY: the coded lists, and beside them the items of the one that the address names. */
export function DictionaryScreen() {
  const { query, setQuery } = usePage()
  const chosen = query['dictionary'] ?? null
  return (
    <Screen title="dictionary.title">
      <div className={classes.split}>
        <div className={classes.list}>
          <DictionaryList chosen={chosen} choose={(id) => setQuery({ ...query, dictionary: id })} />
        </div>
        <div className={classes.items}>
          {chosen ? (
            <ItemPane key={chosen} dictionaryId={chosen} />
          ) : (
            <p className={classes.none}>{t('dictionary.choose')}</p>
          )}
        </div>
      </div>
    </Screen>
  )
}
