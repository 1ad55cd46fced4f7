import { type Category, categories } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { MoveItems } from '../../../kit/list/MoveItems.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

interface CategoryMenuProps {
  readonly category: Category
  /** The rows of the list, where they stand in their own order. */
  readonly rows: readonly Category[]
}

const { remove, sort } = categories
const codes = [remove.permission, sort.permission]

/** What is done with a category beside editing it. */
export function CategoryMenu({ category, rows }: CategoryMenuProps) {
  const batch = useBatch(categories)
  const act = useAction(categories)
  if (!useCan(codes)) return null
  const { id, version, parentId, name } = category
  return (
    <MoreMenu label={t('category.actionsOf', { name })}>
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
