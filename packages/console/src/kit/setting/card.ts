/** What every card of the screen is given. */
export interface CardProps {
  /** Its own key, for what it tells. */
  readonly card: string
  readonly onDirty: (card: string, isDirty: boolean, isKept?: boolean) => void
}
