import { type Device, devices } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '../../../kit/callError.ts'
import { useSend } from '../../../kit/useAction.ts'
import { usePage } from '../../../kit/page/page.ts'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { permissionOf } from '../command/commandRules.ts'
import { useWhyNot } from '../command/useWhyNot.ts'
import { isInformationOld } from './isInformationOld.ts'
import { lastTasks } from './lastTasks.ts'

/** Nobody waits for it after ten minutes. */
const body = { cmd: 'SYNC', ttlSeconds: 600 } as const

/** Opening the page asks a terminal that is there for news when its last report is old. */
export function useFreshInformation(device: Device): void {
  const subscribed = usePage().active
  const send = useSend(devices)
  const mayAsk = useCan(permissionOf('SYNC'))
  const whyNot = useWhyNot()
  const isAsked = useRef(false)
  const params = { id: device.id }
  const snapshots = useQuery({ ...query(devices.snapshots, { params }), subscribed })
  const tasks = useQuery({ ...query(devices.tasks, lastTasks(device.id)), subscribed })
  const isPossible = mayAsk && device.presence === 'ONLINE' && whyNot(device, 'SYNC') === null
  useEffect(() => {
    if (!isPossible || isAsked.current || !snapshots.data || !tasks.data) return
    isAsked.current = true
    const known = { snapshots: snapshots.data, tasks: tasks.data.list, now: Date.now() }
    if (!isInformationOld(known)) return
    send(devices.command, { params: { id: device.id }, body }).catch((error: unknown) => {
      // `call` has shown why; the page is as useful without.
      if (!(error instanceof CallError)) throw error
    })
  })
}
