import type { ComponentType } from 'react'
import { type Code, code } from '../platform/code.ts'

/** A screen whose code is fetched when its first tab opens, or before, when someone points at it. */
export type Screen = Code<ComponentType>

/** `screen(() => import('./AreaList.tsx').then((file) => file.AreaList))` */
export const screen = (load: () => Promise<ComponentType>): Screen => code(load)
