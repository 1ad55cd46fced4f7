import { expect, it } from 'vitest'
import { readConfiguration, settingsOf } from './settings.ts'

it('names what of its settings this machine cannot do', () => {
  const told = { rev: 7, heartbeatSeconds: 60, timeZone: 'Asia/Baghdad', downloads: { kbps: 100 } }
  expect(settingsOf(told)).toEqual({ rev: 7, refused: [] })
  const more = { ...told, rev: 8, screenshot: false, kiosk: ['com.example.pay'], volume: 30 }
  expect(settingsOf(more)).toEqual({ rev: 8, refused: ['screenshot', 'kiosk', 'volume'] })
})

it('does not go back to settings that somebody sends again', () => {
  const body = (rev: number) => ({ rev, heartbeatSeconds: 60 })
  const first = readConfiguration({ ts: 100, body: body(7) }, { ts: 0, told: body(0) })
  expect(first).toEqual({ ts: 100, told: body(7) })
  const next = readConfiguration({ ts: 200, body: body(8) }, first ?? { ts: 0, told: body(0) })
  expect(next).toEqual({ ts: 200, told: body(8) })
  expect(next && readConfiguration({ ts: 100, body: body(7) }, next)).toBeNull()
  expect(next && readConfiguration({ ts: 300, body: { rev: 9 } }, next)).toBeNull()
})
