import { worded } from './moments.ts'
import type { Values } from './wording.rules.ts'

/** Made-up values for a preview: what each variable may look like. */
export const sampleValues = (now: Date, language: string): Values => ({
  code: '042917',
  minutes: '10',
  userName: 'layla.hassan',
  inviter: 'Omar Karim',
  operator: 'omar.karim',
  reason: '–',
  link: 'https://muster.example/#/invitation/8c1f',
  hours: '48',
  result: '✓',
  remark: '–',
  days: '7',
  time: worded(now.toISOString(), language),
  ip: '192.0.2.17',
  device: 'Firefox 148, Linux',
  title: 'POS-000123',
  text: '…',
  server: 'smtp.bank.example',
})
