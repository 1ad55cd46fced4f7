import 'react'

declare module 'react' {
  interface CSSProperties {
    /** How deep a menu entry stands; its indent is computed from it. */
    '--level'?: number
  }
}
