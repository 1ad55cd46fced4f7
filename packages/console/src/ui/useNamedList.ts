import { useReducer } from 'react'

/**
 * The library tells a field of its open list (`aria-expanded`, `aria-controls`) only at the drawing
 * after the one that opens it: this one makes it come at once.
 */
export function useNamedList(onOpen: (() => void) | undefined): () => void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  return () => {
    onOpen?.()
    requestAnimationFrame(drawAgain)
  }
}
