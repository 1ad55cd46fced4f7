import type { FunctionalName, FunctionalSettings } from '@muster/contract'
import { beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { settingText } from './settingText.ts'

beforeEach(prepareBrowser)

type Case = [Partial<FunctionalSettings>, FunctionalName, string]

it.each([
  [{ remoteControl: 'ASK' }, 'remoteControl', 'Only when its user agrees'],
  [{ locationSource: 'GPS' }, 'locationSource', 'Satellites only'],
  [{ logLevel: 'WARN' }, 'logLevel', 'Warnings and errors'],
  [{ usageMinutes: 0 }, 'usageMinutes', 'Off'],
  [{ downloadKbps: 0 }, 'downloadKbps', 'No limit'],
  [{ downloadMeteredMb: 500 }, 'downloadMeteredMb', '500'],
  [{ kioskApps: ['a.b', 'a.c'] }, 'kioskApps', 'a.b, a.c'],
  [{ launcher: 'ASK' }, 'launcher', 'ASK'],
] satisfies Case[])('says %o in words', (settings, name, text) => {
  expect(settingText(settings, name)).toBe(text)
})
