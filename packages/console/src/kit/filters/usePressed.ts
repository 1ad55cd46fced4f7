import { useRef } from 'react'

/** A button that opens and closes: a press outside has closed what it would close again. */
export function usePressed(isOpen: boolean, setOpen: (isOpen: boolean) => void) {
  const wasOpen = useRef(false)
  return {
    onPointerDown: () => {
      wasOpen.current = isOpen
    },
    onClick: () => {
      setOpen(!wasOpen.current)
      wasOpen.current = false
    },
  }
}
