import { type RightNode, rightTextKeys } from '@muster/contract'
import { nameText } from '../../../platform/texts.ts'

/**
 * What a right is called: by the name that an administrator gave it; else a page by its name in the
 * menu, a button by the longest end of its code that has a text (`DEVICE_MODEL_LIST` by `LIST`).
 */
export function rightText({ name, code }: Pick<RightNode, 'name' | 'code'>): string {
  // A button is seeded with its code for a name.
  if (code === null || name !== code) return nameText(name)
  for (const key of rightTextKeys(code)) {
    const text = nameText(key)
    if (text !== key) return text
  }
  return code
}
