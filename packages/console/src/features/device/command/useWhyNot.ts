import { type CommandName, type Device, devices, whyUnsupported } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { can, useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { whyNotCommand } from './commandRules.ts'

/** What the offer of commands depends on. */
export type Addressee = Pick<
  Device,
  'lifecycle' | 'status' | 'modelId' | 'agentVersion' | 'firmware'
>

/**
 * Answers why a terminal cannot be sent a command, in words; null: it can. What the matrices of the
 * vendors say is asked once for all terminals; until it is known, and where they say nothing, a
 * command is offered.
 */
export function useWhyNot(): (device: Addressee, cmd: CommandName) => string | null {
  const enabled = useCan(devices.supports.permission)
  const { data: rules = [] } = useQuery({ ...query(devices.supports, {}), enabled })
  return (device, cmd) => {
    const key = whyNotCommand(device, cmd, can)
    if (key) return t(key)
    const rule = rules.find((known) => known.modelId === device.modelId && known.cmd === cmd)
    const why = whyUnsupported(rule, device)
    if (!why) return null
    return t(`command.unsupported.${why.reason}`, { least: 'least' in why ? why.least : '' })
  }
}
