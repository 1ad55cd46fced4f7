import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { Modal } from '../../ui/controls.ts'
import { t } from '../../platform/texts.ts'
import classes from './dialog.module.css'
import { Touched } from './Touched.tsx'
import { useHolder } from './useHolder.ts'
import { HolderContext } from './useUnsaved.ts'

interface DialogFrameProps {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly size?: 'md' | 'lg' | '80rem'
  /** `side`: a drawer over the whole height, which leaves the page beside it in sight; `whole`: all of the window. */
  readonly place?: 'side' | 'whole'
  /** Where the form is kept outside of the dialog: whether it holds unsaved input. */
  readonly isDirty?: boolean
  /** Its fields choose what is looked at: nothing is lost with them. */
  readonly looksOnly?: boolean
  readonly children: ReactNode
}

/** The dialog around this one: how deep it lies, and where what opens out of it is put. */
const Around = createContext<{ readonly depth: number; readonly host: HTMLElement | null }>({
  depth: 0,
  host: null,
})

/**
 * A dialog over its page: Esc, the cross and a click beside it close it. Unsaved input in it is asked
 * about first, whatever its fields are.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { title, isOpen, close, size = 'md', place, looksOnly = false, children } = props
  const around = use(Around)
  const depth = around.depth + 1
  const [host, setHost] = useState<HTMLElement | null>(null)
  const holder = useHolder({ isOpen, isDirty: looksOnly ? false : (props.isDirty ?? null) })
  const leave = () => holder.leave(close)
  useEscape(isOpen, leave, depth)
  const isDrawn = useDrawn()
  useFocusBack()
  const modal = (
    <Modal
      opened={isOpen && isDrawn}
      // Beside the dialog that it opens out of: within it, it would take on its size and lie below its head.
      {...(around.host && { withinPortal: true, portalProps: { target: around.host } })}
      onClose={leave}
      title={title}
      size={size}
      fullScreen={place === 'whole'}
      closeOnEscape={false}
      transitionProps={place === 'side' ? { ...atOnce, transition: 'fade' } : atOnce}
      {...(place === 'side' && drawer)}
      closeButtonProps={{ 'aria-label': t('kit.close') }}
    >
      <Around value={{ depth, host }}>
        <HolderContext value={holder}>
          <Touched touch={holder.touch}>{children}</Touched>
        </HolderContext>
      </Around>
    </Modal>
  )
  return (
    // It takes no place among what it opens out of: a gap in a line of buttons, say.
    <div className={classes.aside}>
      {modal}
      <div ref={setHost} />
    </div>
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

/** The open dialogs of the page in front, as they opened. */
const open: { readonly depth: number }[] = []

function useEscape(isOpen: boolean, close: () => void, depth: number): void {
  const leave = useEffectEvent((event: KeyboardEvent) => {
    // Else the browser closes with the same key the question that `close` may ask.
    event.preventDefault()
    close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const own = { depth }
    open.push(own)
    let isMine = false
    // Judged before anybody acts: a list or dialog that the key closes is gone when the key comes by below.
    const judge = (event: KeyboardEvent) => {
      const isFront = open.toSorted((one, other) => one.depth - other.depth).at(-1) === own
      isMine = event.key === 'Escape' && !event.isComposing && isFront && !isHandled(event.target)
    }
    const press = (event: KeyboardEvent) => {
      // Something within has closed by it.
      if (isMine && !event.defaultPrevented) leave(event)
    }
    window.addEventListener('keydown', judge, true)
    window.addEventListener('keydown', press)
    return () => {
      open.splice(open.indexOf(own), 1)
      window.removeEventListener('keydown', judge, true)
      window.removeEventListener('keydown', press)
    }
  }, [isOpen, depth])
}

/** An open list of choices, or a question over the dialog, takes the key for itself. */
const isHandled = (target: EventTarget | null) =>
  target instanceof Element &&
  (target.getAttribute('data-mantine-stop-propagation') === 'true' || target.closest('dialog'))
