import 'react'

declare module 'react' {
  interface CSSProperties {
    /** How deep a menu entry stands; its indent is computed from it. */
    '--level'?: number
    /** How far the progress bar is, and how long it takes to get there. */
    '--done'?: string
    '--speed'?: string
    /** The colour of a label. */
    '--label'?: string
  }
}

declare module 'virtual:mantine-variables.css'
