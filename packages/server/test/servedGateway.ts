import { type Scenario, scenarios, VirtualTerminal } from '@muster/simulator'
import { buildApp } from '../src/bin/app.ts'
import { loadDownKey } from '../src/features/device/downKey.ts'
import { startTestGateway, type TestDevice, type TestGateway } from './testGateway.ts'

/** A gateway beside the HTTP server that its terminals fetch files from. */
export interface ServedGateway {
  readonly gateway: TestGateway
  /** Switches a virtual terminal on; it is off again at the end. */
  readonly switchOn: (device: TestDevice, scenario: Scenario) => VirtualTerminal
  readonly close: () => Promise<void>
}

const [calm] = scenarios.values()
if (!calm) throw new Error('no scenario')

/** A calm day of terminals with true clocks that answer at once and install in no time. */
export const quick: Scenario = {
  ...calm,
  answers: { ...calm.answers, acknowledge: [0, 10] },
  installs: {
    ...calm.installs,
    kbps: [40_000, 40_000],
    retry: [0.05, 0.2],
    look: [0.1, 0.2],
    takes: [1, 10],
  },
  skew: [0, 0],
}

/** Opens both in this process; terminals beat each minute unless said. */
export async function openServedGateway({ heartbeatSeconds = 60 } = {}): Promise<ServedGateway> {
  const gateway = await startTestGateway({ heartbeatSeconds })
  const http = await buildApp(gateway.platform)
  const files = await http.listen({ port: 0, host: '127.0.0.1' })
  const { publicKey: serverKey } = await loadDownKey(gateway.platform)
  const terminals: VirtualTerminal[] = []
  return {
    gateway,
    switchOn({ sn, secret }, scenario) {
      const terminal = new VirtualTerminal({
        identity: { sn, model: 'model', vendor: 'vendor' },
        mqtt: gateway.url,
        files,
        token: null,
        credential: {
          tenant: 'main',
          secret: secret.toString('base64url'),
          serverKey,
          heartbeatSeconds,
        },
        scenario,
        seed: 'served',
      })
      terminals.push(terminal)
      terminal.start()
      return terminal
    },
    async close() {
      await Promise.all(terminals.map((terminal) => terminal.stop()))
      await http.close()
      await gateway.close()
    },
  }
}
