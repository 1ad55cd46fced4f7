import { type ComponentType, lazy } from 'react'

/** A screen whose code is fetched when its first tab opens, or before, when someone points at it. */
export interface Screen {
  readonly Component: ComponentType
  readonly preload: () => Promise<unknown>
}

const pauseBeforeRepeat = 800

/** `screen(() => import('./AreaList.tsx').then((file) => file.AreaList))` */
export function screen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<ComponentType> | undefined
  const preload = () => {
    loading ??= load().catch(() => again(load))
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return { Component: lazy(async () => ({ default: await preload() })), preload }
}

/** A chunk that failed once is asked for once more: most faults of a network are short. */
async function again(load: () => Promise<ComponentType>): Promise<ComponentType> {
  await new Promise((resolve) => setTimeout(resolve, pauseBeforeRepeat))
  return load()
}
