import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { Button, Tabs } from '../../ui/controls.ts'
import { navigate } from '../../platform/address.ts'
import { usePage } from './page.ts'
import type { CardProps } from '../setting/card.ts'
import { PartTab } from '../setting/PartTab.tsx'
import { useDirtyCards } from '../setting/useDirtyCards.ts'
import { t } from '../../platform/texts.ts'
import classes from './page.module.css'
import { ScreenLabel } from './screenLabel.ts'

export interface DetailTab {
  readonly key: string
  readonly title: TextKey
  /** Given how it tells of unsaved input: as long as it holds any, it stays while another is looked at. */
  readonly content: (card: CardProps) => ReactNode
}

interface DetailPageProps {
  readonly title: string
  /** Path of the list that "Back" goes to. */
  readonly back: string
  /** Badges and buttons beside the title. */
  readonly head?: ReactNode
  readonly tabs: readonly DetailTab[]
}

/** The frame of a record's own page: head, back, and tabs that live in the address. */
export function DetailPage({ title, back, head, tabs }: DetailPageProps) {
  const { query, setQuery } = usePage()
  const cards = useDirtyCards()
  const open = tabs.find(({ key }) => key === query['tab']) ?? tabs[0]
  return (
    <ScreenLabel value={title}>
      <div className={classes.screen} data-screen="">
        <header className={classes.detailHead}>
          <Button variant="default" size="xs" onClick={() => navigate(back)}>
            {t('kit.back')}
          </Button>
          <h1>{title}</h1>
          {head}
        </header>
        <Tabs value={open?.key ?? null} onChange={(key) => key && setQuery({ tab: key })}>
          <Tabs.List>
            {tabs.map(({ key, title: name }) => (
              <PartTab key={key} value={key} title={t(name)} of={cards} />
            ))}
          </Tabs.List>
          {tabs
            .filter((tab) => tab === open || cards.isDirty(tab.key))
            .map(({ key, content }) => (
              <Tabs.Panel key={key} value={key} pt="md" className={classes.tabPanel}>
                {content({ card: key, onDirty: cards.tell })}
              </Tabs.Panel>
            ))}
        </Tabs>
      </div>
    </ScreenLabel>
  )
}
