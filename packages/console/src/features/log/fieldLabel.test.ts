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
    ['/admin/auth/v1/client/rotate/{id}', 'oldSecretUntil', 'The earlier secret is good until'],
    ['/admin/auth/v1/client/update', 'lastUsedAt', 'Last used'],
    ['/admin/user/v1/user/token', 'codes', 'Rights'],
    ['/admin/user/v1/user/token', 'reach', 'May do'],
    ['/admin/user/v1/user/passkey/add', 'site', 'For'],
    ['/admin/user/v1/customize/domain/verify/{id}', 'isProved', 'Proved'],
    ['/admin/devicelog/v1/rule/update', 'cooldownHours', 'Rest (hours)'],
    ['/admin/devicelog/v1/rule/update', 'condition', 'When'],
    ['/admin/devicelog/v1/file/retain/{id}', 'days', 'Days from now'],
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

  it.each([
    ['/admin/auth/v1/client/add', 'kind', 'OPEN_API', 'Open API'],
    ['/admin/auth/v1/client/add', 'events', 'device.alarm', 'Alarm of a terminal'],
    ['/admin/auth/v1/client/add', 'dataScope', 'SELF', 'Own records'],
    ['/admin/auth/v1/client/add', 'status', 1, 'Enabled'],
    ['/admin/user/v1/user/token', 'reach', 'READ', 'Read only'],
    ['/admin/user/v1/customize/domain/verify/{id}', 'isProved', true, 'Yes'],
    ['/admin/devicelog/v1/rule/add', 'condition', 'CRASH', 'An application crashes'],
    ['/admin/auth/v1/client/add', 'rateLimit', 500, '500'],
  ])('of %s, %s, has its value in words: %j', (path, member, value, label) => {
    expect(valueLabel(path, member, value)).toBe(label)
  })

  it('shows a moment as every list does', () => {
    const shown = valueLabel('/admin/auth/v1/client/add', 'validTo', '2026-11-30T09:00:00.000Z')
    expect(shown).not.toContain('T09')
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
