import { type WorkbenchLayout } from '@muster/contract'
import { useState } from 'react'
import { t } from '../../../../platform/texts.ts'
import { SmallButton } from '../../../../ui/table/cells.tsx'
import { Card } from '../Card.tsx'
import { type MenuPage, usePages } from '../pages.ts'
import { useLayout } from '../useLayout.ts'
import classes from '../workbench.module.css'

/** Pages that are offered until the user has chosen his own. */
const offered = 6

/** Pages that the user wants at hand. */
export function ShortcutCard() {
  const { layout, save } = useLayout()
  const pages = usePages().filter(({ screen }) => screen !== 'WORKBENCH')
  const [isChoosing, setChoosing] = useState(false)
  const shown = shortcutsOf(layout, pages)
  const turn = (path: string) => {
    const paths = shown.map((page) => page.path)
    const shortcuts = paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path]
    void save({ ...layout, shortcuts })
  }
  const choose = (
    <SmallButton onClick={() => setChoosing(!isChoosing)}>
      {t(isChoosing ? 'workbench.chosen' : 'workbench.choose')}
    </SmallButton>
  )
  return (
    <Card card="SHORTCUT" read={{ data: pages, error: null, refetch: () => null }} aside={choose}>
      {() =>
        isChoosing ? (
          <Choice pages={pages} shown={shown} turn={turn} />
        ) : (
          <ul className={classes.shortcuts}>
            {shown.map(({ path, name }) => (
              <li key={path}>
                <a href={`#${path}`}>{name}</a>
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  )
}

interface ChoiceProps {
  readonly pages: readonly MenuPage[]
  readonly shown: readonly MenuPage[]
  readonly turn: (path: string) => void
}

function Choice({ pages, shown, turn }: ChoiceProps) {
  return (
    <ul className={classes.shortcuts}>
      {pages.map((page) => (
        <li key={page.path}>
          <label>
            <input
              type="checkbox"
              checked={shown.includes(page)}
              onChange={() => turn(page.path)}
            />{' '}
            {page.name}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** Chosen pages that the menu still grants. */
function shortcutsOf(
  { shortcuts }: WorkbenchLayout,
  pages: readonly MenuPage[],
): readonly MenuPage[] {
  if (shortcuts.length === 0) return pages.slice(0, offered)
  return shortcuts.flatMap((path) => pages.find((page) => page.path === path) ?? [])
}
