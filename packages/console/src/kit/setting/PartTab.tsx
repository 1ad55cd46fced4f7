import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import classes from './setting.module.css'
import type { DirtyParts } from './useDirtyCards.ts'

interface PartTabProps {
  readonly value: string
  readonly title: string
  /** The parts that it belongs to: it is marked while its own holds unsaved input. */
  readonly of: DirtyParts
}

/** The tab of a part that is edited: whoever looks at another one sees that something is unsaved here. */
export function PartTab({ value, title, of }: PartTabProps) {
  return (
    <Tabs.Tab value={value}>
      {title}
      {of.isDirty(value) && (
        <>
          {' '}
          <span className={classes.dot}>{t('shell.tabs.unsaved')}</span>
        </>
      )}
    </Tabs.Tab>
  )
}
