import { type AppCategory, appCategories } from '@muster/contract'
import { useBatch } from '../../kit/batch/useBatch.ts'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { useCan } from '../../kit/session.ts'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { MoreMenu } from '../../ui/menu/MoreMenu.tsx'
import { shownName } from './categoryColumns.tsx'
import { MoveItems } from '../../kit/list/MoveItems.tsx'

interface CategoryMenuProps {
  readonly category: AppCategory
  /** The rows of the list, where they stand in their own order. */
  readonly rows: readonly AppCategory[]
}

const { remove, sort } = appCategories
const codes = [remove.permission, sort.permission]

/** What is done with a store category beside editing it. */
export function CategoryMenu({ category, rows }: CategoryMenuProps) {
  const batch = useBatch(appCategories)
  const act = useAction(appCategories)
  if (!useCan(codes)) return null
  const { id, version, parentId } = category
  return (
    <MoreMenu label={t('appCategory.actionsOf', { name: shownName(category) })}>
      <MoveItems
        sort={sort}
        row={category}
        beside={rows.filter((row) => row.parentId === parentId)}
        put={(before) => void act(sort, { body: { id, version, before: before?.id ?? null } })}
      />
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}
