import { type ReactNode, useState } from 'react'
import { mostByClick } from './confirm.ts'
import { CountTyped } from './CountTyped.tsx'

/** For a dialog that says itself how many records it is about: asks for their number there, where they are many. */
export function useCountTyped(count = 0): {
  readonly isTyped: boolean
  readonly field: ReactNode
} {
  // When there are others by now, what was typed counts no more.
  const [typed, setTyped] = useState<number | null>(null)
  const isMany = count > mostByClick
  return {
    isTyped: !isMany || typed === count,
    field: isMany && (
      <CountTyped
        key={count}
        count={count}
        setTyped={(isRight) => setTyped(isRight ? count : null)}
      />
    ),
  }
}
