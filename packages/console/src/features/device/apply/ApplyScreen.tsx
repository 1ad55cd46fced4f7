import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import classes from './apply.module.css'
import { ApplyList } from './ApplyList.tsx'
import { UnclaimedList } from './UnclaimedList.tsx'
import { UnknownModelList } from './UnknownModelList.tsx'

/** Each list with the text of its tab; the first needs no word in the address. */
const lists = [
  ['requests', ApplyList],
  ['unclaimed', UnclaimedList],
  ['unknownModels', UnknownModelList],
] as const

/** APPLY: requests about terminals, those that knocked and that nobody announced, and those of models that nobody has. */
export function ApplyScreen() {
  const { query, setQuery } = usePage()
  const [first] = lists
  const [tab] = lists.find(([key]) => key === query['tab']) ?? first
  return (
    <Screen title="apply.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== first[0] ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('apply.title')}>
          {lists.map(([key]) => (
            <Tabs.Tab key={key} value={key}>
              {t(`apply.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {lists.map(([key, List]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            <List />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}
