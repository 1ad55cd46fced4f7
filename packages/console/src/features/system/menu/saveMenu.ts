import { type MenuNode, menus } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { saveFile } from '../../../platform/answers.ts'

/** Saves the menu, or an item with what is below it, as a file. */
export async function saveMenu(item?: MenuNode): Promise<void> {
  const outcome = await outcomeOf(call(menus.takeOut, { query: item ? { id: item.id } : {} }))
  if ('error' in outcome) return
  const content = new Blob([JSON.stringify(outcome.reply, null, 2)], { type: 'application/json' })
  saveFile({ name: `menu${item ? `-${item.frontName ?? item.btnCode ?? ''}` : ''}.json`, content })
}
