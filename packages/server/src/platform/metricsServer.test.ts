import { expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { freePort } from '../../test/freePorts.ts'

const token = 'a token of Prometheus'.replaceAll(' ', '-')

async function withApp(
  variables: Record<string, string>,
  look: (app: TestApp) => Promise<void>,
): Promise<void> {
  const app = await startTestApp(undefined, variables)
  await look(app).finally(() => app.close())
}

it('serves metrics beside everything else where nothing is said', () =>
  withApp({}, async ({ http }) => {
    const { statusCode, body } = await http.inject('/metrics')
    expect(statusCode).toBe(200)
    expect(body).toContain('process_cpu_seconds_total')
  }))

it('wants the token that was set, and nothing else', () =>
  withApp({ MUSTER_METRICS_TOKEN: token }, async ({ http }) => {
    const ask = (authorization?: string) =>
      http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
    for (const shown of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]) {
      const { statusCode, headers, body } = await ask(shown)
      expect([shown, statusCode]).toEqual([shown, 401])
      expect(headers['www-authenticate']).toBe('Bearer')
      expect(body).not.toContain('process_cpu')
    }
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
    expect((await http.inject('/healthz')).statusCode).toBe(200)
  }))

it('serves metrics at an address of its own alone, until the server stops', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    MUSTER_METRICS_LISTEN: `127.0.0.1:${port}`,
    MUSTER_METRICS_TOKEN: token,
  }
  await withApp(variables, async ({ http }) => {
    expect((await http.inject('/metrics')).statusCode).toBe(404)
    expect((await fetch(`${url}/metrics`)).status).toBe(401)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/metrics`, { headers })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('process_cpu_seconds_total')
    expect((await fetch(`${url}/healthz`)).status).toBe(404)
  })
  await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed')
})
