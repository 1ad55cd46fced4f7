import { type ComponentType, lazy } from 'react'
import { loadChunk } from '../platform/chunk.ts'

/** A screen whose code is fetched when its first tab opens, or before, when someone points at it. */
export interface Screen {
  readonly Component: ComponentType
  readonly preload: () => Promise<unknown>
}

/** `screen(() => import('./AreaList.tsx').then((file) => file.AreaList))` */
export function screen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<ComponentType> | undefined
  const preload = () => {
    loading ??= loadChunk(load)
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return { Component: lazy(async () => ({ default: await preload() })), preload }
}
