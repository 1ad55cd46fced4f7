import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import barStyles from '../layout/Bar.module.css'
import { useErrorLog } from './errors/errorStore.ts'
import { openTool, type Tool } from './openTool.ts'
import styles from './ToolButtons.module.css'

/** Opens the search dialog, which is the command palette too. */
export const SearchTool = () => (
  <ToolButton tool="search" icon="search" name={t('tools.search')} keys="Control+K Meta+K" />
)

const badgeMost = 99

/** Opens the notices; see `CountedTools.tsx` for how many are unread. */
export const PlainNoticeTool = () => (
  <ToolButton tool="notices" icon="bell" name={t('tools.notices')} />
)

/** Opens the error log; there is nothing to press while nothing has gone wrong. */
export function ErrorTool() {
  const count = useErrorLog(({ list }) => list.length)
  if (count === 0) return null
  const name = t('tools.errorsCount', { count })
  return <ToolButton tool="errors" icon="bug" name={name} count={count} />
}

/** The button's name says what its badge shows. */
export const inBadge = (count: number): string =>
  count > badgeMost ? t('tools.more', { count: badgeMost }) : formatNumber(count)

interface Props {
  readonly tool: Tool
  readonly icon: IconName
  readonly name: string
  readonly count?: number
  readonly keys?: string
}

/** A button of the bar that opens a tool, with a count where there is one. */
export function ToolButton({ tool, icon, name, count = 0, keys }: Props) {
  return (
    <button
      type="button"
      className={barStyles['tool']}
      data-tool={tool}
      onClick={() => openTool(tool)}
      aria-haspopup="dialog"
      aria-keyshortcuts={keys}
      aria-label={name}
      title={name}
    >
      <span className={styles['place']}>
        <Icon name={icon} />
        {count > 0 && (
          <span className={styles['badge']} aria-hidden="true">
            {inBadge(count)}
          </span>
        )}
      </span>
    </button>
  )
}
