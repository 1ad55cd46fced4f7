import { imageUrl } from '@muster/contract'
import type { ReactNode } from 'react'
import classes from './image.module.css'

interface ThumbnailProps {
  /** A kept picture; null: none. */
  readonly name: string | null
  readonly children: ReactNode
}

/** A record's name with its picture before it. */
export function Thumbnail({ name, children }: ThumbnailProps) {
  const source = imageUrl(name)
  return (
    <span className={classes.named}>
      {source && <img className={classes.thumbnail} src={source} alt="" loading="lazy" />}
      <bdi>{children}</bdi>
    </span>
  )
}
