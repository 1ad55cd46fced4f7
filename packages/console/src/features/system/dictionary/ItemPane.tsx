import { dictionaries, dictionaryItems, type DictionaryItem } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { localState, useRows } from '../../../kit/list/useList.ts'
import { usePage } from '../../../kit/page/page.ts'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { AddButton } from '../../../kit/list/buttons.tsx'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { RecycleBin } from '../../../kit/batch/RecycleBin.tsx'
import { RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { query } from '../../../kit/queries.ts'
import { nameText, t } from '../../../platform/texts.ts'
import { changed } from '../../../ui/table/listState.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import classes from './dictionary.module.css'
import { ItemTable } from './ItemTable.tsx'
import { itemColumns } from './itemColumns.tsx'

const ItemForm = lazyDialog(() => import('./ItemForm.tsx').then((file) => file.ItemForm))

/** What a keyword is sought in. */
const searched = ['dictionary.label', 'dictionary.value'] as const

/** The items of one dictionary, in their order. */
export function ItemPane({ dictionaryId }: { readonly dictionaryId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [state, setState] = useState({ ...localState, pageSize: 50 })
  const holder = { state, change: (change: object) => setState(changed(state, change)) }
  const list = useRows(dictionaryItems.page, { fixed: { dictionaryId } }, holder)
  const form = useDialog<DictionaryItem>()
  const params = { id: dictionaryId }
  const { data: owner } = useQuery({
    ...query(dictionaries.detail, { params }),
    subscribed: usePage().active,
  })
  // Where the items lie below the list, whoever chooses a dictionary is led to them.
  useEffect(() => {
    if (matchMedia('(width < 992px)').matches) heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  const columns = itemColumns(null)
  const isOwn = owner !== undefined && !owner.isSystem
  return (
    <>
      <h2 ref={heading} className={classes.heading}>
        {owner && t('dictionary.itemsOf', { name: nameText(owner.name) })}
      </h2>
      <ActionLine
        list={list}
        columns={columns}
        chosen={isOwn && <RemoveSelected of={dictionaryItems} list={list} />}
      >
        {isOwn && <RecycleBin of={dictionaryItems} columns={columns} keyword={searched} />}
        <ExportButton list={list} columns={columns} />
        {isOwn && <AddButton code={dictionaryItems.add.permission} dialog={form} />}
      </ActionLine>
      <ItemTable list={list} edit={form.open} />
      <ItemForm dialog={form} dictionaryId={dictionaryId} />
    </>
  )
}
