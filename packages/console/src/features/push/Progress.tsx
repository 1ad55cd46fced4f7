import { formatPercent, nothing } from '../../platform/format.ts'
import classes from './push.module.css'
import { type Figures, givenOf, sharesOf } from './shares.ts'

/** How far a push is: what is done of what was given. */
export function Progress({ push }: { readonly push: Figures }) {
  const shares = sharesOf(push)
  if (shares.length === 0) return nothing
  const says = shares.map((share) => share.says).join('; ')
  return (
    <span className={classes.progress} title={says}>
      <span className={classes.bar} role="img" aria-label={says}>
        <Parts figures={push} />
      </span>
      <span className={classes.far}>{percentOf(push)}</span>
    </span>
  )
}

/** The parts of a bar, each its share of those that were given it. */
export const Parts = ({ figures }: { readonly figures: Figures }) =>
  sharesOf(figures)
    .filter(({ key }) => key !== 'leftOut')
    .map(({ key, count }) => <span key={key} data-share={key} style={{ flexGrow: count }} />)

/** Rounded down: 100 % are all of them. */
function percentOf(figures: Figures): string {
  const given = givenOf(figures)
  return given === 0 ? nothing : formatPercent(Math.floor((figures.succeeded * 100) / given) / 100)
}
