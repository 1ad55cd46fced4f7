import { expect, it } from 'vitest'
import { shippedTexts } from './index.ts'

/** What a person signs in from is a device; so is the agent's kind, and what codes are called. */
const otherDevices = [
  'ucenter.history.device',
  'ucenter.notices.newSignIn',
  'ucenter.passkeys.synced',
  'notice.account.newSignIn',
  'client.kind.DEVICE_AGENT',
]

const codesAndPlaces = /\{\w+\}|\b\w+\.(?:\w+\.?)*/g

it('says terminal, as the glossary does, and never device of one', () => {
  const said = Object.entries(shippedTexts['en'] ?? {}).filter(([, text]) =>
    /\bdevices?\b/i.test(text.replaceAll(codesAndPlaces, '')),
  )
  expect(said.map(([key]) => key).toSorted()).toEqual(otherDevices.toSorted())
})
