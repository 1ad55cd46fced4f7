import { nameText } from '../../platform/texts.ts'
import { MenuIcon } from '../../ui/MenuIcon.tsx'
import type { SidebarEntry } from '../menu/entries.ts'
import { entryLink } from './entryLink.ts'

export interface TopChoiceProps {
  readonly entry: SidebarEntry
  readonly marked: string
  readonly isChosen: boolean
  /** Chooses a group; its children are shown elsewhere. */
  readonly onPick: (entry: SidebarEntry) => void
  readonly className: string | undefined
}

/** A top-level entry that chooses its group; one without children leads to its page. */
export function TopChoice({ entry, marked, isChosen, onPick, className }: TopChoiceProps) {
  const name = nameText(entry.item.menuName)
  const inside = (
    <>
      <MenuIcon name={entry.item.menuIcon} />
      <span>{name}</span>
    </>
  )
  if (entry.entries.length === 0)
    return (
      <a className={className} data-entry title={name} {...entryLink(entry, marked)}>
        {inside}
      </a>
    )
  return (
    <button
      type="button"
      className={className}
      data-entry
      data-around={isChosen}
      aria-pressed={isChosen}
      title={name}
      onClick={() => onPick(entry)}
    >
      {inside}
    </button>
  )
}
