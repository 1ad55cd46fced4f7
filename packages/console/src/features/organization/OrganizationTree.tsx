import { mostTreeNodes, organizations } from '@muster/contract'
import { isTreeCut, useTree } from '../../kit/form/usePicker.ts'
import { Loaded } from '../../kit/page/Screen.tsx'
import { t } from '../../platform/texts.ts'
import { linesOf } from '../../ui/tree/lines.ts'
import { Tree } from '../../ui/tree/Tree.tsx'
import classes from './organization.module.css'

interface OrganizationTreeProps {
  readonly selected: string | null
  /** Null: all organisations. */
  readonly onSelect: (id: string | null) => void
}

/** The organisations beside the list; choosing one lists its subtree, choosing it again all. */
export function OrganizationTree({ selected, onSelect }: OrganizationTreeProps) {
  const tree = useTree(organizations.tree, true)
  return (
    <aside className={classes.tree} aria-label={t('organization.tree')}>
      <Loaded query={tree} permission={organizations.tree.permission}>
        {(nodes) => (
          <>
            {isTreeCut(linesOf(nodes)) && (
              <p className={classes.none}>{t('organization.treeCut', { count: mostTreeNodes })}</p>
            )}
            <Tree
              label={t('organization.tree')}
              nodes={nodes}
              selected={selected}
              onSelect={(id) => onSelect(id === selected ? null : id)}
            />
          </>
        )}
      </Loaded>
    </aside>
  )
}
