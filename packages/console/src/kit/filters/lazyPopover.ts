import { createElement, Suspense } from 'react'
import { lazyPart } from '../lazyPart.tsx'
import { whenIdle } from '../whenIdle.ts'
import type { FilterPopoverProps } from './FilterPopover.tsx'

const load = async () => (await import('./FilterPopover.tsx')).FilterPopover
const Popover = lazyPart(load)
// The rows come first, but nobody shall wait for what he opens.
void whenIdle().then(load)

/** {@link FilterPopover}, whose code comes when the first rows are there. */
export const FilterPopover = (props: FilterPopoverProps) =>
  createElement(Suspense, null, createElement(Popover, props))
