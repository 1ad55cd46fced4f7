/** What a call tells the action log beside who, when and with which result. */
export interface ActionNote {
  readonly targetIds?: readonly string[]
  readonly before?: unknown
  readonly after?: unknown
}
