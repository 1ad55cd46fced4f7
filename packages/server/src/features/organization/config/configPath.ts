import { organizationConfig } from '@muster/contract'

/** What consoles and gateways know the settings of organisations by. */
export const configPath = organizationConfig.get.path.slice(0, -'/{id}'.length)
