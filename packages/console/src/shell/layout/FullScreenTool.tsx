import { useSyncExternalStore } from 'react'
import { show } from '../../kit/notify.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Bar.module.css'

/** Lets the console fill the whole screen, and gives the screen back. */
export function FullScreenTool() {
  const isFull = useSyncExternalStore(followFullScreen, isFullScreen)
  const name = t(isFull ? 'frame.fullScreen.leave' : 'frame.fullScreen')
  return (
    <button
      type="button"
      className={styles['tool']}
      data-tool="full-screen"
      onClick={() => void toggleFullScreen()}
      aria-label={name}
      title={name}
    >
      <Icon name={isFull ? 'smaller' : 'larger'} />
    </button>
  )
}

async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    show({ kind: 'error', text: t('frame.fullScreen.failed') })
  }
}

function followFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

/** Browsers without the function have no such element either. */
const isFullScreen = () => Boolean(document.fullscreenElement)
