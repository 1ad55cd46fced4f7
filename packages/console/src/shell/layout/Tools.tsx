import { whenIdle } from '../../kit/whenIdle.ts'
import { code, useCode } from '../../platform/code.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import { refreshFront } from '../tabs/store.ts'
import { AvatarMenu } from './AvatarMenu.tsx'
import { useTheme } from './theme/settings.ts'
import { ThemeTool } from './theme/ThemeTool.tsx'
import { ErrorTool, PlainNoticeTool, SearchTool } from '../tools/ToolButtons.tsx'
import styles from './Bar.module.css'
import { FullScreenTool } from './FullScreenTool.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'

const plain = { NoticeTool: PlainNoticeTool, TaskTool: () => null }

/** What counts comes after the page that the user came for; where it does not come, there is no count. */
const counted = code(() =>
  whenIdle()
    .then(() => import('../tools/CountedTools.tsx'))
    .catch(() => plain),
)

/** The tools at the end of the bar, in every layout the same. */
export function Tools() {
  const { showSearch, showNotice, showRefresh, showFullScreen, showLanguage } = useTheme()
  const { NoticeTool, TaskTool } = useCode(counted) ?? plain
  return (
    <div className={styles['tools']}>
      <ErrorTool />
      <TaskTool />
      {showSearch && <SearchTool />}
      {showRefresh && <RefreshTool />}
      {showNotice && <NoticeTool />}
      {showFullScreen && <FullScreenTool />}
      {showLanguage && <LanguageMenu />}
      <ThemeTool />
      <AvatarMenu />
    </div>
  )
}

/** What a page without a header keeps of the tools. */
export function FewTools() {
  const { showSearch, showNotice, showLanguage } = useTheme()
  const { NoticeTool } = useCode(counted) ?? plain
  return (
    <>
      {showSearch && <SearchTool />}
      {showNotice && <NoticeTool />}
      {showLanguage && <LanguageMenu />}
      <AvatarMenu />
    </>
  )
}

/** Loads the page in front anew. */
function RefreshTool() {
  return (
    <button
      type="button"
      className={styles['tool']}
      onClick={refreshFront}
      aria-label={t('shell.refresh')}
      title={t('shell.refresh')}
    >
      <Icon name="refresh" />
    </button>
  )
}
