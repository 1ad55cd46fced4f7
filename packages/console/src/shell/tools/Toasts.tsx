import { useEffect, useState } from 'react'
import { hide, type Notice, useNotices } from '../../kit/notify.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Toasts.module.css'

const icons = { success: 'check', info: 'info', warning: 'warning', error: 'error' } as const

/** The notices on screen, read out to those who do not see them. */
export function Toasts() {
  const list = useNotices((state) => state.list)
  return (
    <section
      ref={leaveRoom}
      className={styles['toasts']}
      aria-label={t('shell.notices')}
      aria-live="polite"
    >
      {list.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

/** Says how high the toasts are: dialogs, drawers and the peek panel end above them. */
function leaveRoom(toasts: HTMLElement): () => void {
  const { style } = document.documentElement
  const say = () => {
    const height = toasts.offsetHeight
    style.setProperty('--m-toasts', height > 0 ? `${height + 24}px` : '0px')
  }
  const watch = new ResizeObserver(say)
  watch.observe(toasts)
  return () => {
    watch.disconnect()
    style.removeProperty('--m-toasts')
  }
}

function Toast({ notice }: { readonly notice: Notice }) {
  const { id, kind, title, text, lasts, onClick, action, count } = notice
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    // Nobody loses what the keyboard is on.
    if (isHeld) return undefined
    const timer = setTimeout(() => hide(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isHeld])
  const open = () => {
    hide(id)
    onClick?.()
  }
  return (
    <div
      className={styles['toast']}
      data-kind={kind}
      role={kind === 'error' ? 'alert' : undefined}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[kind]} />
      <div className={styles['words']}>
        {title && <strong>{title}</strong>}
        {onClick ? (
          <button type="button" className={styles['link']} onClick={open}>
            {text}
          </button>
        ) : (
          <span>{text}</span>
        )}
      </div>
      {count > 1 && <span className={styles['count']}>{t('shell.noticeTimes', { count })}</span>}
      {action && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            hide(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles['close']}
        onClick={() => hide(id)}
        aria-label={t('shell.close')}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
