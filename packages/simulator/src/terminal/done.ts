/** How work ended: with a code where it failed, else with what it found out. */
export interface Done {
  readonly code?: string
  readonly result?: Readonly<Record<string, string | number>>
}
