import type { NamedFeature } from '@muster/contract'
import { nothing } from '../../../platform/format.ts'
import { MenuIcon } from '../../../ui/MenuIcon.tsx'
import classes from './feature.module.css'

interface FeatureChipsProps {
  readonly features: readonly NamedFeature[]
}

/** So many stand in a row; the others are behind a number. */
const most = 6

/** Features as small pictures, each with its name. */
export function FeatureChips({ features }: FeatureChipsProps) {
  if (features.length === 0) return nothing
  const more = features.slice(most)
  return (
    <ul className={classes.chips}>
      {features.slice(0, most).map(({ id, code, name, icon }) => (
        <li key={id} title={name}>
          {icon ? <MenuIcon name={icon} /> : <bdi aria-hidden="true">{code.slice(0, 2)}</bdi>}
          <span className={classes.unseen}>{name}</span>
        </li>
      ))}
      {more.length > 0 && (
        <li title={more.map(({ name }) => name).join(', ')}>
          <bdi>+{more.length}</bdi>
          <span className={classes.unseen}>{more.map(({ name }) => name).join(', ')}</span>
        </li>
      )}
    </ul>
  )
}
