import { shippedTexts } from '@muster/contract/texts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeTexts } from '../../platform/texts.ts'
import { fieldLabel, valueLabel } from './fieldLabel.ts'

beforeEach(() => takeTexts(shippedTexts['en'] ?? {}))
afterEach(() => takeTexts({}))

describe('a changed field', () => {
  it.each([
    ['/admin/timezone/v1/area/update', 'phoneCode', 'Phone code'],
    ['/admin/timezone/v1/area/update', 'parentId', 'Parent area'],
    ['/admin/device/v1/device/update', 'orgId', 'Organisation'],
    ['/admin/org/v1/org/config/{id}', 'heartbeatSeconds', 'Heartbeat every (seconds)'],
    ['/admin/system/v1/pwd/config/save', 'maxFail', 'Failures until an account is locked'],
    ['/admin/system/v1/mail/update', 'dailyLimit', 'Most mails a day'],
  ])('of %s is called as on its screen: %s', (path, member, label) => {
    expect(fieldLabel(path, member)).toBe(label)
  })

  it('of a trace is called as in its form, and so are its values', () => {
    const path = '/admin/log/v1/trace/start'
    expect(fieldLabel(path, 'maxMb')).toBe('Most megabytes')
    expect(fieldLabel(path, 'kinds')).toBe('Which logs')
    expect(valueLabel(path, 'kinds', 'AGENT')).toBe('Agent')
    expect(valueLabel(path, 'reason', 'AGENT')).toBe('AGENT')
  })

  it('that no screen names has no label', () => {
    expect(fieldLabel('/admin/timezone/v1/area/update', 'constructor')).toBeNull()
    expect(fieldLabel('/register', 'company')).toBeNull()
  })

  it('is called in the language of the reader', () => {
    takeTexts(shippedTexts['ar-IQ'] ?? {})
    const label = fieldLabel('/admin/vendor/v1/vendor/update', 'contact')
    expect(label).toBe(shippedTexts['ar-IQ']?.['vendor.contact'])
  })
})
