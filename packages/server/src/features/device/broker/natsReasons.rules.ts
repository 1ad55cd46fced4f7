import type { CloseReason } from '../../../platform/brokerLink.ts'

const reasons: Readonly<Record<string, CloseReason>> = {
  'Client Closed': 'disconnect',
  'Duplicate Client ID': 'takeover',
  'Stale Connection': 'keepAlive',
  'Credentials Revoked': 'revoked',
  'Authentication Expired': 'expired',
  'Server Shutdown': 'shutdown',
  'Protocol Violation': 'protocol',
  'Parse Error': 'protocol',
}

/** Why a connection ended, in our words; what NATS calls otherwise is the network. */
export const closeReasonOf = (told: string): CloseReason => reasons[told] ?? 'network'
