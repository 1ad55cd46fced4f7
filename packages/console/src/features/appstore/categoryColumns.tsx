import { type AppCategory, appCategories } from '@muster/contract'
import { Thumbnail } from '../../kit/image/Thumbnail.tsx'
import { type Columns, yesNo } from '../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr } from '../../kit/page/values.tsx'
import { language } from '../../platform/texts.ts'

/** What a category is called in the reader's language. */
export const shownName = ({ name, names }: AppCategory): string => names[language] ?? name

export const columns: Columns<AppCategory> = [
  {
    key: 'name',
    title: 'appCategory.name',
    sortable: true,
    render: (row) => <Thumbnail name={row.icon}>{shownName(row)}</Thumbnail>,
  },
  {
    key: 'code',
    title: 'appCategory.code',
    sortable: true,
    render: ({ code }) => <Ltr>{code}</Ltr>,
  },
  {
    key: 'parentName',
    title: 'appCategory.parent',
    sortable: true,
    render: ({ parentName, parentNames }) => parentNames[language] ?? parentName,
  },
  { key: 'level', title: 'appCategory.level', width: 84, align: 'end' },
  { key: 'appCount', title: 'appCategory.apps', width: 110, align: 'end' },
  { key: 'sort', title: 'appCategory.sort', width: 84, align: 'end', sortable: true },
  { key: 'showInStore', title: 'appCategory.showInStore', width: 140, words: yesNo },
  updatedAtColumn,
  statusColumn(appCategories),
]
