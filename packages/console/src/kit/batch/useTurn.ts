import type { Call, CallGroup } from '@muster/contract'
import type * as z from 'zod/mini'
import { show } from '../notify.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import { wayBack } from '../wayBack.ts'
import { t } from '../../platform/texts.ts'

/** A call that switches one record on or off. */
type TurnCall = Call<{
  readonly params: z.ZodMiniType<unknown, { id: string; status: '0' | '1' }>
  readonly reply: z.ZodMiniType<{ count: number }>
}>

interface Turned {
  readonly id: string
  readonly name: string
  readonly status: 0 | 1
}

/** Switches a record that has no batch calls on or off; once it is done it is said by its name, with a way back. */
export function useTurn(of: CallGroup & { readonly setStatus: TurnCall }) {
  const send = useSend(of)
  const set = async (id: string, isOn: boolean): Promise<boolean> => {
    const sent = await outcomeOf(send(of.setStatus, { params: { id, status: isOn ? '1' : '0' } }))
    return 'reply' in sent
  }
  return async ({ id, name, status }: Turned): Promise<void> => {
    const isOn = status === 1
    if (!(await set(id, !isOn))) return
    const undo = async () => {
      if (await set(id, isOn)) show({ kind: 'success', text: t('kit.written.undone', { name }) })
    }
    const text = t(isOn ? 'kit.named.disabled' : 'kit.named.enabled', { name })
    show({ kind: 'success', text, ...wayBack({ ids: [id], of }, undo) })
  }
}
