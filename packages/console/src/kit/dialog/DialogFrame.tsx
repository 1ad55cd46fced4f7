import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Modal } from '../../ui/controls.ts'
import { t } from '../../platform/texts.ts'
import classes from './dialog.module.css'

interface DialogFrameProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly size?: 'md' | 'lg' | '80rem'
  /** `side`: a drawer over the whole height, which leaves the page beside it in sight; `whole`: all of the window. */
  readonly place?: 'side' | 'whole'
  readonly children: ReactNode
}

/** A dialog over its page: Esc, the cross and a click beside it close it. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, isOpen, close, size = 'md', place, children } = props
  useEscape(isOpen, close)
  const isDrawn = useDrawn()
  useFocusBack()
  return (
    <Modal
      opened={isOpen && isDrawn}
      onClose={close}
      title={title}
      size={size}
      fullScreen={place === 'whole'}
      closeOnEscape={false}
      transitionProps={place === 'side' ? { ...atOnce, transition: 'fade' } : atOnce}
      {...(place === 'side' && drawer)}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {children}
    </Modal>
  )
}

/** Gone at once: whoever leaves the page meanwhile would leave the veil half way out over it, for good. */
const atOnce = { exitDuration: 0 } as const

const drawer = {
  classNames: { inner: classes.side ?? '', content: classes.drawer ?? '' },
} as const

/**
 * False when first drawn. A dialog whose code has just come opens one step later: only one that
 * opens before the library's eyes gives the focus back to where it was.
 */
function useDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isDrawn
}

/** Where a dialog goes with all that is in it, it cannot give the focus back itself. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    }
  }, [])
}

function useEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || isHandled(event.target)) return
    // Else the browser closes with the same key the question that `close` may ask.
    event.preventDefault()
    close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOpen])
}

/** An open list of choices, or a question over the dialog, takes the key for itself. */
const isHandled = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.getAttribute('data-mantine-stop-propagation') === 'true' || target.closest('dialog'))
