import type { Device } from '@muster/contract'
import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../../kit/notify.ts'
import { can } from '../../../kit/session.ts'
import { takeAskedCommand, useAskedCommand } from '../command/askedCommand.ts'
import { permissionOf } from '../command/commandRules.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import type { useCommandStarts } from '../menu/CommandItems.tsx'

/** Begins what the search dialog was told to do to this terminal, as its button would. */
export function useAskedStart(device: Device, start: ReturnType<typeof useCommandStarts>): void {
  const isAsked = useAskedCommand(({ asked }) => asked?.deviceId === device.id)
  const whyNotCommand = useWhyNot()
  const begin = useEffectEvent(() => {
    const cmd = takeAskedCommand(device.id)
    if (!cmd || !can(permissionOf(cmd))) return
    const whyNot = whyNotCommand(device, cmd)
    if (whyNot) notify.warning(`${device.sn}: ${whyNot}`)
    else start(cmd)
  })
  useEffect(() => {
    if (isAsked) begin()
  }, [isAsked])
}
