import { type RefObject, useEffect, useState } from 'react'
import { notify } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'

/** The board on the whole screen, with nothing beside it. */
export function useWallboard(frame: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [frame])
  const turn = async () => {
    try {
      if (document.fullscreenElement) await document.exitFullscreen()
      else await frame.current?.requestFullscreen()
    } catch {
      notify.error(t('frame.fullScreen.failed'))
    }
  }
  return { isOn, turn: () => void turn() }
}
