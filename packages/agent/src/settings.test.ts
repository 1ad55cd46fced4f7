import { expect, it } from 'vitest'
import { settingsOf } from './settings.ts'

it('names what of its settings this machine cannot do', () => {
  const told = { rev: 7, heartbeatSeconds: 60, timeZone: 'Asia/Baghdad', downloads: { kbps: 100 } }
  expect(settingsOf(told)).toEqual({ rev: 7, refused: [] })
  const more = { ...told, rev: 8, screenshot: false, kiosk: ['com.example.pay'], volume: 30 }
  expect(settingsOf(more)).toEqual({ rev: 8, refused: ['screenshot', 'kiosk', 'volume'] })
})
