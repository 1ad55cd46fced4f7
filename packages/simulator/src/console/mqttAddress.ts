import * as z from 'zod/mini'

const served = z.object({ time: z.number(), mqtt: z.string() })

/** Asks a server where its terminals connect: `GET /device/v1/time`. */
export async function mqttAddress(url: string): Promise<string> {
  const response = await fetch(new URL('/device/v1/time', url))
  const { data } = served.safeParse(await response.json().catch(() => null))
  if (!data) throw new Error(`${url} does not say where terminals connect: name it with --mqtt`)
  return data.mqtt
}
