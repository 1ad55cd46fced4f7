import { t } from '../../../../platform/texts.ts'
import type { EstateFilter } from '../../page/stat.ts'
import { useBoard } from '../board.ts'
import classes from '../tiles.module.css'

/** Says so where the board is filtered by what the figures of a card do not follow. */
export function NotNarrowed({ by }: { readonly by: readonly (keyof EstateFilter)[] }) {
  const { filter } = useBoard()
  return by.some((member) => filter[member]) ? (
    <p className={classes.note}>{t('workbench.notNarrowed')}</p>
  ) : null
}
