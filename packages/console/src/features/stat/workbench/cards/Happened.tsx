import { Time } from '../../../../kit/page/values.tsx'
import { pathOfScreen } from '../../../../kit/pathOfScreen.ts'
import { useSession } from '../../../../kit/session.ts'
import { addressText } from '../../../../platform/address.ts'
import { t } from '../../../../platform/texts.ts'
import type { Mark } from '../happened.ts'
import classes from '../workbench.module.css'

/** So many stand below the curve; each of the others is read at its mark. */
const shown = 4

/** The latest of what is marked on a curve, each with the way to its record. */
export function Happened({ marks }: { readonly marks: readonly Mark[] }) {
  const { menu } = useSession()
  if (marks.length === 0) return null
  const latest = marks.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, shown)
  const hrefOf = ({ screen, query }: Mark) => {
    const path = pathOfScreen(menu, screen)
    return path === null ? undefined : `#${addressText({ path, query })}`
  }
  return (
    <ul className={classes.lines} aria-label={t('workbench.happened')}>
      {latest.map((mark) => {
        const href = hrefOf(mark)
        return (
          <li key={mark.key}>
            <bdi>{href ? <a href={href}>{mark.text}</a> : mark.text}</bdi>
            <Time at={mark.at} />
          </li>
        )
      })}
    </ul>
  )
}
