import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { Button, Tabs } from '../../ui/controls.ts'
import { navigate } from '../../platform/address.ts'
import { usePage } from './page.ts'
import { t } from '../../platform/texts.ts'
import classes from './page.module.css'
import { ScreenLabel } from './screenLabel.ts'

export interface DetailTab {
  readonly key: string
  readonly title: TextKey
  readonly content: () => ReactNode
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
        <Tabs
          value={open?.key ?? null}
          onChange={(key) => key && setQuery({ tab: key })}
          keepMounted={false}
        >
          <Tabs.List>
            {tabs.map(({ key, title: name }) => (
              <Tabs.Tab key={key} value={key}>
                {t(name)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {open && (
            <Tabs.Panel key={open.key} value={open.key} pt="md" className={classes.tabPanel}>
              {open.content()}
            </Tabs.Panel>
          )}
        </Tabs>
      </div>
    </ScreenLabel>
  )
}
