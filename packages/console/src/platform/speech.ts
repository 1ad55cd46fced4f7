import type { Speech } from '@muster/contract'
import {
  formatAll,
  formatBytes,
  formatDay,
  formatNumber,
  formatPercent,
  isolated,
} from './format.ts'
import { nameText, t } from './texts.ts'

/** How the console makes sentences that files have, too. */
export const speech: Speech = {
  t,
  word(key, code) {
    const name = `${key}.${code}`
    const text = nameText(name)
    return text === name ? code : text
  },
  number: formatNumber,
  percent: formatPercent,
  bytes: formatBytes,
  day: formatDay,
  list: formatAll,
  isolated,
}
