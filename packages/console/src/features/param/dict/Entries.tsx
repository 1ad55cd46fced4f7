import { Ltr, Words } from '../../../kit/page/values.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './dict.module.css'
import { typeTexts } from './dictTexts.ts'
import type { ListedItem } from './jsonItems.ts'

/** So many are shown; whoever lists more knows them by the first. */
const mostShown = 20

interface EntriesProps {
  readonly items: readonly ListedItem[]
  readonly notes: readonly string[]
}

/** What would be taken over: how many entries, the first of them, and what was left out. */
export function Entries({ items, notes }: EntriesProps) {
  const shown = items.slice(0, mostShown)
  return (
    <section>
      <output className={classes.note}>
        {t('paramDict.entriesRead', { shown: formatNumber(items.length) })}{' '}
        {shown.length < items.length &&
          t('paramDict.firstEntries', { shown: formatNumber(shown.length) })}
      </output>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note} dir="auto">
              {note}
            </li>
          ))}
        </ul>
      )}
      <PlainTable
        label={t('paramDict.screen')}
        size="small"
        titles={[
          t('paramDict.pid'),
          t('paramDict.title'),
          t('paramDict.group'),
          t('paramDict.dataType'),
        ]}
        rows={shown.map((item, at) => ({
          key: `${at} ${textOf(item, 'pid')}`,
          cells: [
            <Ltr key="pid">{textOf(item, 'pid')}</Ltr>,
            <Words key="title">{textOf(item, 'title')}</Words>,
            <Words key="group">{textOf(item, 'groupName')}</Words>,
            typeOf(textOf(item, 'dataType')),
          ],
        }))}
      />
    </section>
  )
}

/** Nobody has judged it yet: it may be anything. */
function textOf(item: ListedItem, member: string): string {
  const value = item[member]
  return typeof value === 'string' ? value : ''
}

function typeOf(said: string) {
  const key = Object.hasOwn(typeTexts, said) ? typeTexts[said] : undefined
  return key ? t(key) : <Ltr>{said}</Ltr>
}
