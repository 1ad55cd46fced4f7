import type { ComponentType } from 'react'
import { type Code, code } from '../platform/code.ts'
import { allTexts } from '../platform/texts.ts'

/** A screen whose code is fetched when its first tab opens, or before, when someone points at it. */
export type Screen = Code<ComponentType>

/** `screen(() => import('./AreaList.tsx').then((file) => file.AreaList))` */
export const screen = (load: () => Promise<ComponentType>): Screen =>
  code(async () => (await Promise.all([load(), allTexts()]))[0])

/** A screen that the start is made for: its texts are here with the first ones. */
export const firstScreen = (load: () => Promise<ComponentType>): Screen => code(load)
