import type { ReactNode } from 'react'
import styles from './Bar.module.css'
import { Tools } from './Tools.tsx'

interface Props {
  /** On the menu's colours, where the bar carries the menu. */
  readonly isMenu?: boolean
  readonly children: ReactNode
}

/** A bar with what the layout puts at its start, and the tools at its end. */
export function Bar({ isMenu = false, children }: Props) {
  return (
    <div className={styles['bar']} data-surface={isMenu ? 'menu' : 'page'}>
      {children}
      <Tools />
    </div>
  )
}
