import { type RefObject, useEffect, useRef, useState } from 'react'
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

/** Says how high the toasts are: dialogs and drawers, which reach to the window's edge, end above them. */
function leaveRoom(toasts: HTMLElement): () => void {
  const { style } = document.documentElement
  const say = () => {
    const height = toasts.offsetHeight
    style.setProperty('--m-toasts', height > 0 ? `${height + 4}px` : '0px')
  }
  const watch = new ResizeObserver(say)
  watch.observe(toasts)
  return () => {
    watch.disconnect()
    style.removeProperty('--m-toasts')
  }
}

/** Whether the pointer is over an element. Its place tells: a toast lets the pointer through to the page. */
function usePointedAt(place: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false)
  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent) => {
      const box = place.current?.getBoundingClientRect()
      setPointedAt(
        box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
      )
    }
    const leave = () => setPointedAt(false)
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerdown', follow)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerdown', follow)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [place])
  return isPointedAt
}

function Toast({ notice }: { readonly notice: Notice }) {
  const { id, kind, title, text, lasts, onClick, action, count } = notice
  const [isHeld, setHeld] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isPointedAt = usePointedAt(place)
  useEffect(() => {
    // Nobody loses what the keyboard or the pointer is on.
    if (isHeld || isPointedAt) return undefined
    const timer = setTimeout(() => hide(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, isHeld, isPointedAt])
  const open = () => {
    hide(id)
    onClick?.()
  }
  return (
    <div
      ref={place}
      className={styles['toast']}
      data-kind={kind}
      data-whole={isHeld || isPointedAt || undefined}
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
