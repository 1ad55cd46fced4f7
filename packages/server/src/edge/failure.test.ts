import { codes } from '@muster/contract'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { refusalOf } from './failure.ts'

it.each(['ENOSPC', 'EDQUOT'])('says that the disk has no room (%s) instead of a fault', (code) => {
  const full = Object.assign(new Error('no space left on device, write'), { code })
  const { key, code: answered } = refusalOf(full, pino({ level: 'silent' }))
  expect([answered, key]).toEqual([codes.storageFull, 'upload.full'])
})
