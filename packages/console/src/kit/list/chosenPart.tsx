import type { ReactNode } from 'react'
import { lazyPart } from '../../platform/lazyPart.tsx'

/**
 * A part of the bar over chosen rows whose code is fetched when it is first drawn. Until all of them are
 * here the bar shows none of its parts: none moves when another one comes.
 */
export const chosenPart = <C extends (props: never) => ReactNode>(load: () => Promise<C>) =>
  lazyPart(load, Awaited)

const Awaited = () => <span hidden data-awaited="" />
