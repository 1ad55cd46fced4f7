import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

describe('GET /device/v1/time', () => {
  it('tells anybody the time and where the broker is', async () => {
    const answer = await app.http.inject({
      url: '/device/v1/time',
      headers: { host: 'muster.test:15000' },
    })
    const { time, mqtt } = answer.json<{ time: number; mqtt: string }>()
    expect(Math.abs(time - Date.now())).toBeLessThan(5_000)
    expect(mqtt).toBe('mqtt://muster.test:1883')
  })
})
