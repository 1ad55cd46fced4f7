import type { KeyboardEvent, ReactNode } from 'react'
import { Modal } from '../../ui/controls.ts'
import { t } from '../texts.ts'

interface DialogFrameProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly size?: 'md' | 'lg' | '80rem'
  readonly children: ReactNode
}

/** A dialog over its page: Esc, the cross and a click beside it close it. */
export function DialogFrame({ title, isOpen, close, size = 'md', children }: DialogFrameProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isHandled(event.target)) return
    // Else the browser closes with the same key the question that `close` may ask.
    event.preventDefault()
    close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      size={size}
      closeOnEscape={false}
      onKeyDown={press}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      {children}
    </Modal>
  )
}

/** An open list of choices takes the key for itself. */
const isHandled = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'
